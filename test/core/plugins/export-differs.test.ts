import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely';
import { createTestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { shop } from './shop-plugins.js';

const { executeQuery } = DefaultQueryExecutor.prototype;

/** Runs `work` once, after the first statement whose text matches. */
function afterStatement(pattern: RegExp, work: () => Promise<unknown>): void {
  let isDone = false;
  DefaultQueryExecutor.prototype.executeQuery = async function <Row>(this: DefaultQueryExecutor, query: CompiledQuery) {
    const result = await executeQuery.call(this, query);
    if (!isDone && pattern.test(query.sql)) {
      isDone = true;
      await work();
    }
    return result as QueryResult<Row>;
  };
}

describe.each(dialects)('plugin export on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    DefaultQueryExecutor.prototype.executeQuery = executeQuery;
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  it('stops the uninstall when it misses a row written in between', async () => {
    const { url, drop } = await migratedDatabase(dialect);
    cleanups.push(drop);
    const host = await createTestHost({ database: url, plugins: [shop()] });
    cleanups.push(host.close);
    const folder = await mkdtemp(path.join(tmpdir(), 'mortise-export-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    await host.db.insertOne('shop_orders', { title: 'one' });
    await host.lifecycle.deactivate('acme-shop');
    await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();

    const exportTo = path.join(folder, 'shop');
    afterStatement(/^\s*select .*title.*shop_orders/s, () => host.db.insertOne('shop_orders', { title: 'two' }));
    await expect(host.lifecycle.uninstall('acme-shop', { exportTo })).rejects.toMatchObject({
      code: 'plugin_export_differs',
      message: expect.stringContaining('1 rows and the table 2'),
    });
    expect(await host.db.query.selectFrom('shop_orders').select('title').execute()).toHaveLength(2);
    expect(await host.lifecycle.list()).toMatchObject([{ name: 'acme-shop', status: 'inactive' }]);
    const { exported } = await host.lifecycle.uninstall('acme-shop', { exportTo });
    expect(exported?.tables).toMatchObject([{ table: 'shop_orders', rows: 2 }]);
  });
});
