import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { shop } from '../core/plugins/shop-plugins.js';
import { dialects, freshDatabase } from '../support/databases.js';

/** Parts of the way after which it is killed; with MORTISE_FULL before each single statement. */
const PARTS = [0.1, 0.5, 0.9];

/** Uninstalling a plugin and a kill: the plugin is whole and can be activated, or it cannot and another run completes it. */
describe.each(dialects)('a plugin whose uninstallation is killed on $name', { timeout: 600_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let folder: string;
  let hosts: TestHost[];

  beforeEach(async () => {
    hosts = [];
    ({ url, drop } = await freshDatabase(dialect));
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-uninstall-'));
  });
  afterEach(async () => {
    for (const host of hosts) await host.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<TestHost> {
    const host = await createTestHost({ database: url, storage: `file:${folder}`, plugins: [shop()] });
    hosts.push(host);
    return host;
  }

  /** A site on which the plugin has something everywhere and is not active any more. */
  async function installed(): Promise<void> {
    const host = await start();
    if ((await host.lifecycle.list())[0]?.status !== 'active') await host.lifecycle.activate('acme-shop');
    const { pack, files } = host.plugin('acme-shop');
    for (const title of ['one', 'two']) await host.db.insertOne('shop_orders', { title });
    await pack.add('one');
    await files.put('labels/one.txt', Buffer.from('one'));
    await host.settings.save('acme-shop', { open: true });
    await host.lifecycle.deactivate('acme-shop');
    // Nobody else has to hear of it here.
    await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
    await host.close();
    hosts.pop();
  }

  const uninstall = (statements: number) =>
    startScript('../../../failure/processes/uninstall-shop.ts', [url, `file:${folder}`, String(statements)]);

  async function leavings(host: TestHost): Promise<unknown[]> {
    const { tables } = await host.db.about();
    const jobs = await host.db.query.selectFrom('jobs').select('name').where('name', 'like', 'shop%').execute();
    const options = (await host.options.list()).filter(({ owner, stored }) => owner === 'acme-shop' && stored);
    return [...tables.filter((name) => /shop/.test(name)), ...jobs, ...options];
  }

  async function check(killedAfter: number): Promise<'whole' | 'half' | 'gone'> {
    await installed();
    await expect(uninstall(killedAfter).line()).rejects.toThrow('ended without a further line');
    const host = await start();
    const status = (await host.lifecycle.list())[0]?.status;
    if (status === 'inactive') {
      await host.lifecycle.activate('acme-shop');
      expect(await host.db.query.selectFrom('shop_orders').select('title').execute()).toHaveLength(2);
      expect((await host.jobs.list({ name: 'shop_pack' })).total).toBe(1);
      expect(await host.plugin('acme-shop').files.stat('labels/one.txt')).not.toBeNull();
      expect(await host.settings.read('acme-shop')).toEqual({ open: true });
      await host.lifecycle.deactivate('acme-shop');
      await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
    } else if (status === 'uninstalling') {
      const refused = { code: 'plugin_uninstalling', status: 409 };
      await expect(host.lifecycle.activate('acme-shop')).rejects.toMatchObject(refused);
      await expect(host.lifecycle.deactivate('acme-shop')).rejects.toMatchObject(refused);
    }
    await host.lifecycle.uninstall('acme-shop', { exportTo: null });
    expect(await leavings(host)).toEqual([]);
    await host.lifecycle.activate('acme-shop');
    expect(await host.plugin('acme-shop').files.stat('labels/one.txt')).toBeNull();
    expect(await host.db.query.selectFrom('shop_orders').selectAll().execute()).toEqual([]);
    await host.lifecycle.deactivate('acme-shop');
    await host.close();
    hosts.pop();
    return status === 'inactive' ? 'whole' : status === 'uninstalling' ? 'half' : 'gone';
  }

  it('at any of its statements loses nothing of a whole one, and leaves nothing of one that is half gone', async () => {
    await installed();
    const count = Number(await uninstall(-1).line());
    expect(count).toBeGreaterThan(10);
    const points = process.env.MORTISE_FULL
      ? Array.from({ length: count }, (_, index) => index)
      : PARTS.map((part) => Math.floor(part * count));
    const seen = new Set<string>();
    for (const point of points) seen.add(await check(point));
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['half', 'whole']));
  });
});
