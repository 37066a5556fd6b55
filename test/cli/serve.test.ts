import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';
import { freePort } from '../support/free-port.js';
import { type ServingSite, serveSite } from '../support/serving-site.js';
import { runWarm } from '../support/warm-process.js';

const PACKAGE = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** Site with a slow route and a route that returns the process ID. */
const CONFIG = `
import { definePlugin, localDefaults } from ${JSON.stringify(PACKAGE)};
const slow = definePlugin({
  name: 'acme-slow', version: '1.0.0',
  setup({ rest }) {
    rest.route('acme/v1', {
      method: 'GET', path: '/slow', summary: 'Waits', permission: 'public', returns: { type: 'object' },
      handler: async () => { await new Promise((resolve) => setTimeout(resolve, 1500)); return { done: true }; },
    });
    rest.route('acme/v1', {
      method: 'GET', path: '/pid', summary: 'Who answers', permission: 'public', returns: { type: 'object' },
      handler: () => ({ pid: process.pid }),
    });
  },
});
export default { ...localDefaults(), plugins: [slow] };
`;

describe('mortise serve', { timeout: 120_000 }, () => {
  let folder: string;
  let site: ServingSite | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-serve-'));
    await writeFile(path.join(folder, 'mortise.config.mjs'), CONFIG);
  });
  afterEach(async () => {
    await site?.kill();
    site = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const get = (below: string): Promise<Response> => fetch(`${site?.url}${below}`, { headers: { connection: 'close' } });
  const pid = async (): Promise<number> => ((await (await get('/api/acme/v1/pid')).json()) as { pid: number }).pid;

  it('prints that it is ready, and redirects the root to the admin area', async () => {
    site = await serveSite(folder);
    expect(site.output()).toContain(`ready ${site.url}`);
    expect(site.output()).toContain('No users yet. Create one with "mortise user create"');
    const root = await fetch(site.url, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/admin']);
    expect((await get('/api/mortise/v1/health/ready')).status).toBe(200);
  });

  it('finishes running requests after SIGTERM and exits with 0', async () => {
    site = await serveSite(folder);
    const slow = get('/api/acme/v1/slow');
    await get('/api/mortise/v1/health/live');
    site.signal('SIGTERM');
    expect(await (await slow).json()).toEqual({ done: true });
    expect(await site.ended).toBe(0);
  });

  it('runs the given number of workers, replaces a killed one and stops them all', async () => {
    site = await serveSite(folder, { parameters: ['--workers=2'] });
    const { workers } = site;
    await expect.poll(() => workers().length, { timeout: 20_000 }).toBe(2);
    const seen = new Set<number>();
    await expect.poll(async () => seen.add(await pid()).size, { timeout: 20_000 }).toBe(2);
    const [victim = 0] = workers();
    process.kill(victim, 'SIGKILL');
    // A connection to the killed worker may be lost; the next requests are answered.
    const brief = () =>
      fetch(`${site?.url}/api/acme/v1/pid`, { signal: AbortSignal.timeout(1000) }).then(({ status }) => status, String);
    await expect.poll(brief).toBe(200);
    await expect.poll(() => workers().filter((id) => id !== victim).length, { timeout: 20_000 }).toBe(2);
    expect(site.output()).toContain('A worker ended (SIGKILL); it is replaced in 1 s.');
    const slow = get('/api/acme/v1/slow');
    await get('/api/mortise/v1/health/live');
    site.signal('SIGTERM');
    expect(await (await slow).json()).toEqual({ done: true });
    expect(await site.ended).toBe(0);
    expect(workers()).toEqual([]);
  });

  it('restarts a worker that keeps crashing with growing delays while the others serve', async () => {
    const config = `import cluster from 'node:cluster';
      if (cluster.isWorker && cluster.worker.id > 1) process.exit(3);
      ${CONFIG}`;
    await writeFile(path.join(folder, 'mortise.config.mjs'), config);
    site = await serveSite(folder, { parameters: ['--workers=2'] });
    for (const pause of [1, 2]) {
      await expect
        .poll(() => site?.output(), { timeout: 60_000 })
        .toContain(`A worker ended (exit code 3); it is replaced in ${pause} s.`);
    }
    expect((await get('/api/mortise/v1/health/ready')).status).toBe(200);
    site.signal('SIGTERM');
    expect(await site.ended).toBe(0);
  });

  it('reports once why a site cannot start, regardless of the number of workers', async () => {
    await writeFile(path.join(folder, 'mortise.config.mjs'), `export default { secret: 'short' };`);
    const { code, stderr } = await mortise(['serve', '--workers=3'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr.match(/at least 32 bytes/g)).toHaveLength(1);
    expect(stderr).toContain('serve_failed');
  });

  it('reports a port that is already in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    try {
      const { code, stderr } = await mortise(['serve', `--port=${port}`], { cwd: folder });
      expect(code).toBe(1);
      expect(stderr).toContain('serve_address_taken');
    } finally {
      other.close();
    }
  });

  it.each(['0', '65', 'many', '1.5'])('rejects %s workers', async (count) => {
    // Starts no site, so that it needs no process of its own.
    const { code, stderr } = await runWarm(['serve', `--workers=${count}`], folder, process.env);
    expect(code).toBe(2);
    expect(stderr).toContain('cli_option_invalid');
  });
});
