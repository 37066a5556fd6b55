import type { TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shop } from '../core/plugins/shop-plugins.js';
import { dialects } from '../support/databases.js';
import { killPoints } from '../support/kill-loop.js';
import { openUninstallSite, type UninstallSite } from './uninstall-site.js';

/** After a kill the plugin is intact and can be activated, or it cannot and another uninstall completes the removal. */
describe.each(dialects)('killed uninstall of a plugin on $name', { timeout: 600_000 }, (dialect) => {
  let site: UninstallSite;
  beforeEach(async () => {
    site = await openUninstallSite(dialect, shop());
  });
  afterEach(() => site.close());

  /** Installs the plugin with data of every type, and deactivates it. */
  async function installed(): Promise<void> {
    const host = await site.startActive();
    const { pack, files } = host.plugin('acme-shop');
    for (const title of ['one', 'two']) await host.db.insertOne('shop_orders', { title });
    await pack.add('one');
    await files.put('labels/one.txt', Buffer.from('one'));
    await host.settings.save('acme-shop', { open: true });
    await site.deactivate(host);
    await site.stop(host);
  }

  async function leavings(host: TestHost): Promise<unknown[]> {
    const { tables } = await host.db.about();
    const jobs = await host.db.query.selectFrom('jobs').select('name').where('name', 'like', 'shop%').execute();
    const options = (await host.options.list()).filter(({ owner, stored }) => owner === 'acme-shop' && stored);
    return [...tables.filter((name) => /shop/.test(name)), ...jobs, ...options];
  }

  async function check(killedAfter: number): Promise<'whole' | 'half' | 'gone'> {
    await installed();
    await site.uninstall(killedAfter).killed();
    const host = await site.start();
    const status = await site.status(host);
    if (status === 'inactive') {
      await host.lifecycle.activate('acme-shop');
      expect(await host.db.query.selectFrom('shop_orders').select('title').execute()).toHaveLength(2);
      expect((await host.jobs.list({ name: 'shop_pack' })).total).toBe(1);
      expect(await host.plugin('acme-shop').files.stat('labels/one.txt')).not.toBeNull();
      expect(await host.settings.read('acme-shop')).toEqual({ open: true });
      await site.deactivate(host);
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
    await site.deactivate(host);
    await site.stop(host);
    return status === 'inactive' ? 'whole' : status === 'uninstalling' ? 'half' : 'gone';
  }

  it('leaves the plugin intact, or partly removed until the next run completes it, at any statement', async () => {
    await installed();
    const count = Number(await site.uninstall(-1).line());
    expect(count).toBeGreaterThan(10);
    const seen = new Set<string>();
    for (const point of killPoints(count, [0.1, 0.9])) seen.add(await check(point));
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['half', 'whole']));
  });
});
