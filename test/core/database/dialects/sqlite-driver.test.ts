import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../../src/core/database/database.js';
import { freshDatabase, SQLITE, type TestDatabase } from '../../../support/databases.js';
import { startScript } from '../processes/start-script.js';
import { stored } from '../test-database.js';
import { testMigrations } from '../test-migrations.js';

describe('SQLite database file', () => {
  let place: TestDatabase;
  let db: Database;
  beforeEach(async () => {
    place = await freshDatabase(SQLITE);
    db = createDatabase({ url: place.url });
    await db.migrate('tests', testMigrations);
  });
  afterEach(async () => {
    await db.close();
    await place.drop();
  });

  it('uses WAL, synchronous=normal and foreign keys, and never blocks the event loop for a lock', async () => {
    const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db.query)).rows;
    expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await pragma('synchronous')).toEqual([{ synchronous: 1 }]);
    expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    expect(await pragma('busy_timeout')).toEqual([{ timeout: 0 }]);
  });

  it('has only strict tables', async () => {
    const { rows } = await sql<{ name: string; strict: number }>`
      select name, strict from pragma_table_list where schema = 'main' and name not like 'sqlite%'
      order by name`.execute(db.query);
    const names = ['counters', 'samples', 'schema_migrations', 'schema_objects', 'transfer_marker'];
    expect(rows).toEqual(names.map((name) => ({ name: stored(name), strict: 1 })));
  });

  it('waits for another writing process without blocking the event loop', async () => {
    const script = startScript('transaction.ts', [place.url]);
    expect(await script.line()).toBe('inserted');
    let isWritten = false;
    const writing = db.insertOne('samples', { slug: 'mine' }).then(() => {
      isWritten = true;
    });
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(isWritten).toBe(false);
    expect(await db.query.selectFrom('samples').selectAll().execute()).toEqual([]);
    script.write('commit');
    expect(await script.line()).toBe('committed');
    await writing;
    const slugs = () => db.query.selectFrom('samples').select('slug').orderBy('slug').execute();
    expect(await slugs()).toEqual([{ slug: 'half-done' }, { slug: 'mine' }]);
    expect(await db.transaction(slugs)).toEqual(await slugs());
  });

  it('stores nothing of a transaction that SQLite itself rolled back, including later statements', async () => {
    await db.insertOne('samples', { slug: 'there' });
    const attempt = db.transaction(async () => {
      await db.insertOne('samples', { slug: 'before' });
      await sql`insert or rollback into ${sql.table('samples')} (slug) values ('there')`
        .execute(db.query)
        .catch(() => undefined);
      await expect(db.insertOne('samples', { slug: 'after' })).rejects.toMatchObject({
        code: 'database_transaction_lost',
      });
    });
    await expect(attempt).rejects.toMatchObject({ code: 'database_transaction_lost' });
    expect(await db.query.selectFrom('samples').select('slug').execute()).toEqual([{ slug: 'there' }]);
  });

  it('rolls back a hanging transaction when it is closed', async () => {
    const closing = createDatabase({ url: place.url, timeout: 20 });
    const hanging = closing.transaction(async () => {
      await closing.insertOne('samples', { slug: 'hanging' });
      await closing.close();
    });
    await expect(hanging).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(await db.query.selectFrom('samples').selectAll().execute()).toEqual([]);
  });

  it('streams rows', async () => {
    for (const slug of ['a', 'b', 'c']) await db.insertOne('samples', { slug });
    const slugs: string[] = [];
    for await (const row of db.query.selectFrom('samples').select('slug').stream()) slugs.push(row.slug);
    expect(slugs).toEqual(['a', 'b', 'c']);
  });
});
