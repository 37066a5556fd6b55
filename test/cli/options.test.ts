import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { definePlugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommandResult, mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Same plugin as in the configuration of the site. */
const bakery = definePlugin({
  name: 'acme-bakery',
  version: '1.0.0',
  setup({ options }) {
    options.define({
      name: 'acme_degrees',
      schema: { type: 'integer', minimum: 0, maximum: 300 },
      default: 180,
      autoload: true,
    });
  },
});

describe('mortise options', { timeout: 120_000 }, () => {
  let site: string;
  let host: TestHost;
  const run = (...parameters: string[]): Promise<CommandResult> =>
    mortise(['options', ...parameters], {
      cwd: site,
      env: { MORTISE_DATABASE_URL: `sqlite:${path.join(site, 'site.db')}` },
    });

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-cli-options-'));
    await copyFile(new URL('fixtures/options-site.config.mjs', import.meta.url), path.join(site, 'mortise.config.mjs'));
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
    host = await createTestHost({ database: `sqlite:${path.join(site, 'site.db')}`, plugins: [bakery] });
  });
  afterAll(async () => {
    await host.close();
    await rm(site, { recursive: true, force: true });
  });

  it('sets a value that a running site notices, and deletes it again', async () => {
    expect(await host.options.get('acme_degrees')).toBe(180);
    expect(await run('set', 'acme_degrees', '220')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('is set'),
    });
    // Two seconds, plus some time for a busy machine.
    await vi.waitFor(async () => expect(await host.options.get('acme_degrees')).toBe(220), { timeout: 10_000 });
    expect(await run('get', 'acme_degrees')).toMatchObject({ code: 0, stdout: '220\n' });
    expect(JSON.parse((await run('list', '--format=json')).stdout)).toEqual([
      {
        name: 'acme_degrees',
        owner: 'acme-bakery',
        defined: true,
        autoload: true,
        bytes: 3,
        modified: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await run('delete', 'acme_degrees')).code).toBe(0);
    await vi.waitFor(async () => expect(await host.options.get('acme_degrees')).toBe(180), { timeout: 10_000 });
  });

  it.each([
    [['set', 'acme_degrees', '999'], 'option_invalid'],
    [['set', 'acme_degrees', 'hot'], 'option_invalid'],
    [['set', 'acme_unknown', '1'], 'option_unknown'],
    [['get', 'settings:acme-shop'], 'option_unknown'],
    [['delete', 'acme_unknown'], 'option_unknown'],
  ])('rejects %j', async (parameters, code) => {
    expect(await run(...parameters)).toMatchObject({ code: 2, stderr: expect.stringContaining(code) });
    expect(await host.options.get('acme_degrees')).toBe(180);
  });
});
