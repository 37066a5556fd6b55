import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

const TABLE = `{ name: 'shop_orders', columns: { id: { definition: { kind: 'id', length: 0, nullable: false } } }, primaryKey: ['id'], unique: [], indexes: [] }`;

describe('mortise plugins', { timeout: 240_000 }, () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(parameters, { cwd: site });
  const configure = (setup: string) =>
    writeFile(
      path.join(site, 'mortise.config.mjs'),
      `export default {
        secret: 'a secret that is long enough for a test',
        database: 'sqlite:./site.db',
        plugins: [{
          name: 'acme-shop', version: '1.2.0', tablePrefix: 'shop_',
          migrations: [{ name: '0001', up: (schema) => schema.createTable(${TABLE}) }],
          setup({ cli }) { ${setup} },
        }],
      };`,
    );
  const COMMAND = "cli.command('shop count', { summary: 'Count', run: ({ output }) => output.text('7') });";
  const status = async () => (await run('plugins', 'list', '--field=status')).stdout.trim();

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-plugins-'));
    await configure(COMMAND);
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  it('deactivates and activates a plugin', async () => {
    expect(await run('shop', 'count')).toMatchObject({ code: 0, stdout: '7\n' });
    expect(await run('plugins', 'deactivate', 'acme-shop')).toMatchObject({ code: 0 });
    expect(await status()).toBe('inactive');
    expect((await run('shop', 'count')).code).toBe(2);
    expect(await run('plugins', 'activate', 'acme-shop')).toMatchObject({ code: 0 });
    expect(await run('shop', 'count')).toMatchObject({ code: 0, stdout: '7\n' });
    expect(await run('plugins', 'deactivate', 'other')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('plugin_missing'),
    });
  });

  it('deactivates a plugin that keeps the site from starting, and does not activate it again', async () => {
    await configure("throw new Error('no room');");
    expect(await run('user', 'list')).toMatchObject({ code: 1, stderr: expect.stringContaining('no room') });
    expect(await run('plugins', 'deactivate', 'acme-shop')).toMatchObject({ code: 0 });
    expect(await run('user', 'list')).toMatchObject({ code: 0 });
    expect(await run('plugins', 'activate', 'acme-shop')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('plugin_setup_failed'),
    });
    expect(await status()).toBe('inactive');
    await configure(COMMAND);
  });

  it('uninstalls only after confirmation, and exports the data', async () => {
    for (const input of ['', 'yes\n']) {
      const refused = await mortise(['plugins', 'uninstall', 'acme-shop'], { cwd: site, input });
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cli_not_confirmed') });
    }
    const done = await run('plugins', 'uninstall', 'acme-shop', '--format=json', '--yes');
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toEqual([{ table: 'shop_orders', rows: 0, sha256: expect.any(String) }]);
    const folder = (await readdir(site)).find((name) => name.startsWith('acme-shop-'));
    expect(JSON.parse(await readFile(path.join(site, folder ?? '', 'manifest.json'), 'utf8'))).toMatchObject({
      plugin: 'acme-shop',
    });
    expect(await status()).toBe('uninstalled');
    expect((await run('shop', 'count')).code).toBe(2);
    expect(await status()).toBe('uninstalled');
    const doctor = await run('db', 'doctor', '--quick', '--format=json');
    expect(doctor).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await run('db', 'migrate', '--format=count')).toMatchObject({ stdout: '0\n' });
    await run('plugins', 'activate', 'acme-shop');
    expect(await run('shop', 'count')).toMatchObject({ code: 0 });
  });
});
