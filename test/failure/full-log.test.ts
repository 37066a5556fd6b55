import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';

const BIN = fileURLToPath(new URL('../../bin/mortise.js', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** Every request writes to the log. */
const CONFIG = `
import { definePlugin, localDefaults } from ${JSON.stringify(PACKAGE)};
const chatty = definePlugin({
  name: 'acme-chatty', version: '1.0.0',
  setup({ rest, log }) {
    rest.route('acme/v1', {
      method: 'GET', path: '/say', summary: 'Logs', permission: 'public', returns: { type: 'object' },
      handler: () => { log.info('x'.repeat(20_000)); return { said: true }; },
    });
  },
});
export default { ...localDefaults(), plugins: [chatty] };
`;

/** /dev/full accepts nothing, like a full disk. */
describe('site whose log goes to a full disk', { timeout: 120_000 }, () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-full-log-'));
    await writeFile(path.join(folder, 'mortise.config.mjs'), CONFIG);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each([[[]], [['--workers=2']]])('keeps serving, and ends on SIGTERM (%s)', async (parameters) => {
    const full = await open('/dev/full', 'w');
    const port = await freePort();
    const { MORTISE_DATA: _data, MORTISE_DATABASE_URL: _url, ...env } = process.env;
    const child = spawn(process.execPath, [BIN, 'serve', ...parameters], {
      cwd: folder,
      env: { ...env, MORTISE_LOG_LEVEL: 'info', PORT: String(port) },
      stdio: ['ignore', full.fd, full.fd],
    });
    const ended = once(child, 'exit');
    await full.close();
    try {
      const say = () =>
        fetch(`http://127.0.0.1:${port}/api/acme/v1/say`, { headers: { connection: 'close' } }).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(say, { timeout: 90_000 }).toBe(200);
      // More than the log buffer holds.
      for (let count = 0; count < 100; count += 1) expect(await say()).toBe(200);
    } finally {
      child.kill('SIGTERM');
    }
    // The exit code reports that the line "ready" was lost.
    expect(await ended).toEqual([1, null]);
  });
});
