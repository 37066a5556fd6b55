import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HostError, type HostOptions, type Plugin } from 'mortise';
import type { LicenceProvider } from 'mortise/licences';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { reviews, shop } from './shop-plugins.js';

const VALID = {
  valid: true,
  details: {
    license_id: 'one',
    plan: 'pro',
    customer: 'Ada',
    features: [],
    domains: [],
    site_limit: null,
    issued_at: null,
    expires_at: null,
    updates_until: null,
  },
} as const;

const nameOf = ({ name }: { readonly name: string }): string => name;

describe.each(dialects)('plugin status on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function database(): Promise<string> {
    const { url, drop } = await migratedDatabase(dialect);
    cleanups.push(drop);
    return url;
  }
  async function start(url: string, plugins: readonly Plugin[], options: HostOptions = {}): Promise<TestHost> {
    const host = await createTestHost({ database: url, plugins, ...options });
    cleanups.push(host.close);
    return host;
  }
  async function folder(): Promise<string> {
    const place = await mkdtemp(path.join(tmpdir(), 'mortise-uninstall-'));
    cleanups.push(() => rm(place, { recursive: true, force: true }));
    return place;
  }
  const statuses = async (host: TestHost) =>
    Object.fromEntries((await host.lifecycle.list()).map(({ name, status }) => [name, status]));
  const answer = async (host: TestHost) => (await host.request('GET', '/acme/v1/orders')).status;

  it('persists over restarts', async () => {
    const url = await database();
    const host = await start(url, [shop()]);
    expect(await statuses(host)).toEqual({ 'acme-shop': 'active' });
    await host.lifecycle.deactivate('acme-shop');
    expect(await answer(host)).toBe(404);
    const next = await start(url, [shop()]);
    expect(await statuses(next)).toEqual({ 'acme-shop': 'inactive' });
    expect(await answer(next)).toBe(404);
    await next.lifecycle.activate('acme-shop');
    expect(await answer(next)).toBe(200);
    expect(await answer(await start(url, [shop()]))).toBe(200);
  });

  it('reaches the other processes, each of which fires its actions', async () => {
    const url = await database();
    const [one, two] = [await start(url, [shop()]), await start(url, [shop()])];
    const heard: string[] = [];
    for (const [index, host] of [one, two].entries()) {
      host.hooks.addAction('plugin_deactivated', (name) => void heard.push(`${index} lost ${name}`), { owner: 'test' });
      host.hooks.addAction('plugin_activated', (name) => void heard.push(`${index} has ${name}`), { owner: 'test' });
    }
    await one.lifecycle.deactivate('acme-shop');
    await vi.waitFor(async () => expect(await answer(two)).toBe(404), { timeout: 10_000 });
    await two.lifecycle.activate('acme-shop');
    await vi.waitFor(async () => expect(await answer(one)).toBe(200), { timeout: 10_000 });
    await vi.waitFor(() =>
      expect(heard.toSorted()).toEqual(['0 has acme-shop', '0 lost acme-shop', '1 has acme-shop', '1 lost acme-shop']),
    );
  });

  it('cannot change to a set of plugins that cannot start', async () => {
    const url = await database();
    const host = await start(url, [shop(), reviews]);
    await expect(host.lifecycle.deactivate('acme-shop')).rejects.toMatchObject({
      code: 'plugin_required',
      data: { dependents: ['acme-reviews'] },
    });
    await host.lifecycle.deactivate('acme-reviews');
    await host.lifecycle.deactivate('acme-shop');
    await expect(host.lifecycle.activate('acme-reviews')).rejects.toMatchObject({
      code: 'plugin_requirement_missing',
    });
    await expect(host.lifecycle.activate('nothing')).rejects.toMatchObject({ code: 'plugin_missing', status: 404 });
    expect(await statuses(host)).toEqual({ 'acme-shop': 'inactive', 'acme-reviews': 'inactive' });
  });

  it('stops the start with an explanation when a new plugin requires an inactive one', async () => {
    const url = await database();
    const host = await start(url, [shop()]);
    await host.lifecycle.deactivate('acme-shop');
    await expect(start(url, [shop(), reviews])).rejects.toMatchObject({
      code: 'plugin_inactive',
      message: expect.stringContaining('mortise plugins activate acme-shop'),
    });
  });

  it('stays inactive when setup fails', async () => {
    const url = await database();
    const broken = shop({
      setup() {
        throw new Error('no room');
      },
    });
    const host = await start(url, [shop()]);
    await host.lifecycle.deactivate('acme-shop');
    const next = await start(url, [broken]);
    await expect(next.lifecycle.activate('acme-shop')).rejects.toMatchObject({ code: 'plugin_setup_failed' });
    expect(await statuses(next)).toEqual({ 'acme-shop': 'inactive' });
  });

  it('lists plugins that are no longer configured', async () => {
    const url = await database();
    await start(url, [shop()]);
    expect(await statuses(await start(url, []))).toEqual({ 'acme-shop': 'removed' });
  });

  it('records a newer version', async () => {
    const url = await database();
    await start(url, [shop()]);
    await start(url, [shop({ version: '1.3.0' })]);
    expect((await (await start(url, [])).lifecycle.list())[0]).toMatchObject({ version: '1.3.0' });
  });

  it('can be changed over REST with the required permission', async () => {
    const host = await start(await database(), [shop()]);
    const { id: editor } = await host.createUser('editor');
    const { id: as } = await host.createUser('administrator');
    const refused = await host.request('POST', '/mortise/v1/plugins/acme-shop/deactivate', { as: editor });
    expect(refused).toMatchObject({ status: 403 });
    const done = await host.request('POST', '/mortise/v1/plugins/acme-shop/deactivate', { as });
    expect(done).toMatchObject({ status: 200, data: { name: 'acme-shop', status: 'inactive', version: '1.2.0' } });
    expect((await host.request('GET', '/mortise/v1/plugins', { as })).data).toEqual([
      expect.objectContaining({ name: 'acme-shop', status: 'inactive' }),
    ]);
    expect((await host.request('POST', '/mortise/v1/plugins/acme-shop/activate', { as })).status).toBe(200);
    expect(await answer(host)).toBe(200);
    const unknown = await host.request('POST', '/mortise/v1/plugins/other/activate', { as });
    expect(unknown).toMatchObject({ status: 404, data: { code: 'plugin_missing' } });
  });

  describe('when uninstalling', () => {
    async function filled(url: string, plugin = shop()): Promise<TestHost> {
      const host = await start(url, [plugin]);
      for (const title of ['one', 'zwölf 😀']) await host.db.insertOne('shop_orders', { title });
      await host.settings.save('acme-shop', { open: true });
      return host;
    }
    /** Deactivates a plugin in the past, so that no test waits for other processes. */
    async function deactivate(host: TestHost, name = 'acme-shop'): Promise<void> {
      await host.lifecycle.deactivate(name);
      await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
    }
    const tables = async (host: TestHost) => (await host.db.about()).tables.filter((name) => /shop/.test(name));

    it('rejects an active plugin', async () => {
      const host = await filled(await database());
      await expect(host.lifecycle.uninstall('acme-shop', { exportTo: null })).rejects.toMatchObject({
        code: 'plugin_active',
      });
      expect(await tables(host)).toEqual(['shop_orders']);
    });

    it('exports the data to files and deletes all of it', async () => {
      const url = await database();
      const uninstall = vi.fn(async () => undefined);
      const host = await filled(url, shop({ uninstall }));
      const heard: string[] = [];
      host.hooks.addAction('plugin_uninstalled', (name) => void heard.push(name), { owner: 'test' });
      const exportTo = path.join(await folder(), 'shop');
      await deactivate(host);
      const { exported } = await host.lifecycle.uninstall('acme-shop', { exportTo });
      const text = await readFile(path.join(exportTo, 'shop_orders.ndjson'), 'utf8');
      expect(text).toBe('{"id":1,"title":"one"}\n{"id":2,"title":"zwölf 😀"}\n');
      expect(exported?.tables).toEqual([
        {
          table: 'shop_orders',
          file: 'shop_orders.ndjson',
          rows: 2,
          sha256: createHash('sha256').update(text).digest('hex'),
        },
      ]);
      expect((await stat(exportTo)).mode & 0o777).toBe(0o700);
      expect(JSON.parse(await readFile(path.join(exportTo, 'manifest.json'), 'utf8'))).toMatchObject({
        plugin: 'acme-shop',
        plugin_version: '1.2.0',
        ...exported,
      });
      expect(await tables(host)).toEqual([]);
      expect((await host.options.list()).filter(({ owner }) => owner === 'acme-shop')).toEqual([]);
      expect(uninstall).toHaveBeenCalledOnce();
      expect(heard).toEqual(['acme-shop']);
    });

    it('deletes jobs, schedules, files and licences as well, and exports the files', async () => {
      const received: string[] = [];
      const provider: LicenceProvider = {
        source: 'remote',
        verify: async () => VALID,
        activate: async () => VALID,
        deactivate: async (key) => void received.push(key),
      };
      const url = await database();
      const host = await start(url, [shop()], { licences: { provider } });
      const { pack, files } = host.plugin('acme-shop');
      await pack.add('one');
      await files.put('labels/one.txt', Buffer.from('label'));
      await host.licences.activate('acme-shop/pro', 'a key');
      await host.licences.activate('acme-shopping', 'another');
      const working = host.jobs.work();
      await vi.waitFor(async () => expect((await host.schedules.list()).map(nameOf)).toContain('shop_close'));
      const scheduleRows = () => host.db.query.selectFrom('schedules').select('name').execute();
      await vi.waitFor(async () => expect((await scheduleRows()).map(nameOf)).toContain('shop_close'));
      await working.stop();
      await deactivate(host);
      const exportTo = path.join(await folder(), 'shop');
      const done = await host.lifecycle.uninstall('acme-shop', { exportTo });
      expect(done).toMatchObject({
        files: 1,
        exported: {
          files: [{ file: 'files/labels/one.txt', bytes: 5, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        },
      });
      expect(await readFile(path.join(exportTo, 'files/labels/one.txt'), 'utf8')).toBe('label');
      expect((await host.jobs.list({ name: 'shop_' })).total).toBe(0);
      expect((await scheduleRows()).map(nameOf)).not.toContain('shop_close');
      expect(received).toEqual(['a key']);
      const products = await host.db.query.selectFrom('licences').select('product').execute();
      expect(products).toEqual([{ product: 'acme-shopping' }]);
      await host.lifecycle.activate('acme-shop');
      expect(await host.plugin('acme-shop').files.stat('labels/one.txt')).toBeNull();
    });

    it('writes the export of the plugin before it removes the data', async () => {
      const order: string[] = [];
      const plugin = shop({
        async uninstallExport({ db }, { file }) {
          const orders = await db.query.selectFrom('shop_orders').select('title').execute();
          await file('reports/orders.txt', async (write) => {
            for (const { title } of orders) await write(`${title}\n`);
            await write(Buffer.from('end'));
          });
          order.push('exported');
        },
        uninstall: () => void order.push('removed'),
      });
      const host = await filled(await database(), plugin);
      const exportTo = path.join(await folder(), 'shop');
      await deactivate(host);
      const { exported } = await host.lifecycle.uninstall('acme-shop', { exportTo });
      const text = 'one\nzwölf 😀\nend';
      expect(await readFile(path.join(exportTo, 'content/reports/orders.txt'), 'utf8')).toBe(text);
      expect((await stat(path.join(exportTo, 'content/reports/orders.txt'))).mode & 0o777).toBe(0o600);
      const sha256 = createHash('sha256').update(text).digest('hex');
      expect(exported?.content).toEqual([
        { file: 'content/reports/orders.txt', bytes: Buffer.byteLength(text), sha256 },
      ]);
      expect(JSON.parse(await readFile(path.join(exportTo, 'manifest.json'), 'utf8'))).toMatchObject({ ...exported });
      expect(order).toEqual(['exported', 'removed']);
    });

    it.each(['../orders.txt', '/orders.txt', 'a//b', '.hidden', ''])(
      'changes nothing when the export of the plugin to "%s" fails',
      async (name) => {
        const host = await filled(
          await database(),
          shop({ uninstallExport: (_context, { file }) => file(name, async (write) => write('x')) }),
        );
        const exportTo = path.join(await folder(), 'shop');
        await deactivate(host);
        await expect(host.lifecycle.uninstall('acme-shop', { exportTo })).rejects.toMatchObject({
          code: 'storage_key_invalid',
        });
        await expect(stat(exportTo)).rejects.toMatchObject({ code: 'ENOENT' });
        await host.lifecycle.activate('acme-shop');
        expect(await host.db.query.selectFrom('shop_orders').selectAll().execute()).toHaveLength(2);
      },
    );

    it('does not call uninstallExport after a partial uninstall or without an export', async () => {
      const uninstallExport = vi.fn(async () => undefined);
      const host = await filled(await database(), shop({ uninstallExport }));
      await deactivate(host);
      await host.db.query.updateTable('plugins').set({ status: 'uninstalling' }).execute();
      await host.lifecycle.uninstall('acme-shop', { exportTo: path.join(await folder(), 'shop') });
      await host.lifecycle.activate('acme-shop');
      await deactivate(host);
      await host.lifecycle.uninstall('acme-shop', { exportTo: null });
      expect(uninstallExport).not.toHaveBeenCalled();
    });

    it('does not wait for an unreachable licence server', async () => {
      const provider: LicenceProvider = {
        source: 'remote',
        verify: async () => VALID,
        activate: async () => VALID,
        deactivate: async () => {
          throw new HostError('license_server_unavailable', 'It is away.', { status: 503 });
        },
      };
      const host = await start(await database(), [shop()], { licences: { provider } });
      await host.licences.activate('acme-shop', 'a key');
      await deactivate(host);
      await host.lifecycle.uninstall('acme-shop', { exportTo: null });
      expect(await host.db.query.selectFrom('licences').selectAll().execute()).toEqual([]);
    });

    it('is not undone by a restart, but by activating', async () => {
      const url = await database();
      const host = await filled(url);
      await deactivate(host);
      await host.lifecycle.uninstall('acme-shop', { exportTo: null });
      const next = await start(url, [shop()]);
      expect(await statuses(next)).toEqual({ 'acme-shop': 'uninstalled' });
      expect(await tables(next)).toEqual([]);
      await next.lifecycle.activate('acme-shop');
      expect(await next.db.insertOne('shop_orders', { title: 'first' })).toMatchObject({ id: 1 });
      expect(await next.settings.read('acme-shop')).toEqual({ open: false });
    });

    it('leaves a plugin that can be activated or uninstalled again after a failure', async () => {
      const url = await database();
      let fails = true;
      const plugin = shop({
        async uninstall() {
          if (fails) throw new Error('not yet');
        },
      });
      const host = await filled(url, plugin);
      await deactivate(host);
      await expect(host.lifecycle.uninstall('acme-shop', { exportTo: null })).rejects.toThrow('not yet');
      await host.lifecycle.activate('acme-shop');
      expect(await host.db.query.selectFrom('shop_orders').selectAll().execute()).toHaveLength(2);
      await deactivate(host);
      fails = false;
      await host.lifecycle.uninstall('acme-shop', { exportTo: null });
      expect(await tables(host)).toEqual([]);
    });

    it('never overwrites an export', async () => {
      const host = await filled(await database());
      await deactivate(host);
      const exportTo = await folder();
      await expect(host.lifecycle.uninstall('acme-shop', { exportTo })).rejects.toMatchObject({
        code: 'plugin_export_exists',
      });
      expect(await tables(host)).toEqual(['shop_orders']);
    });

    it('never affects a table of two plugins, because the second one does not start', async () => {
      const twin = shop({ name: 'acme-twin', setup: () => undefined });
      await expect(start(await database(), [shop(), twin])).rejects.toMatchObject({
        code: 'database_table_taken',
        message: expect.stringContaining('"shop_orders" of "acme_shop"'),
      });
    });
  });
});
