import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database, type TableName } from '../../../src/core/database/database.js';
import type { FullTextQuery } from '../../../src/core/database/full-text.js';
import { column, defineTable } from '../../../src/core/database/tables.js';
import { dialects, freshDatabase, SQLITE, type TestDatabase } from '../../support/databases.js';
import { stored } from './test-database.js';

const texts = defineTable('acme_texts', { id: column.id(), heading: column.text(), body: column.text() });
const TABLE = 'acme_texts' as TableName;
const COLUMNS = ['heading', 'body'];

it('full-text search is null where the database has no full-text index', async () => {
  const db = createDatabase({ url: 'sqlite::memory:' });
  expect(db.fullText).toBeNull();
  await db.close();
});

describe.each(dialects.filter(({ name }) => name !== SQLITE.name))('full-text index on $name', (dialect) => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await freshDatabase(dialect);
    db = createDatabase({ url: database.url });
    await db.migrate('acme', [{ name: '0001_texts', up: (schema) => schema.createTable(texts) }]);
    await db.fullText?.createIndex(TABLE, COLUMNS);
    for (const [heading, body] of [
      ['heron', 'river pond'],
      ['stork', 'pond'],
      ['crane', 'river riverbed'],
    ]) {
      await sql`insert into ${sql.table('acme_texts')} (heading, body) values (${heading}, ${body})`.execute(db.query);
    }
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  async function found(query: FullTextQuery): Promise<string[]> {
    const score = db.fullText?.score(COLUMNS, query) ?? sql`0`;
    const { rows } = await sql<{ heading: string }>`
      select heading from ${sql.table('acme_texts')} where ${score} order by ${score} desc, id`.execute(db.query);
    return rows.map(({ heading }) => heading);
  }

  it('finds any of the words, all of them, and words with a prefix', async () => {
    expect(await found({ any: [{ word: 'heron' }, { word: 'stork' }] })).toEqual(['heron', 'stork']);
    expect(await found({ all: [{ word: 'river' }, { word: 'pond' }] })).toEqual(['heron']);
    expect(await found({ word: 'riverb', isPrefix: true })).toEqual(['crane']);
    expect(await found({ word: 'riverb' })).toEqual([]);
    expect(await found({ all: [{ any: [{ word: 'stork' }, { word: 'crane' }] }, { word: 'river' }] })).toEqual([
      'crane',
    ]);
  });

  it('rejects words with operators, spaces, capitals or an invalid length', () => {
    for (const word of ['a b', '+abc', 'abc*', 'ab', 'ABC', 'x'.repeat(81)]) {
      expect(() => db.fullText?.score(COLUMNS, { word })).toThrow(TypeError);
    }
  });

  it('is created once', async () => {
    await db.fullText?.createIndex(TABLE, COLUMNS);
    const { rows } = await sql<{ count: number }>`
      select count(distinct index_name) as count from information_schema.statistics
      where table_schema = database() and table_name = ${stored('acme_texts')} and index_type = 'FULLTEXT'`.execute(
      db.query,
    );
    expect(Number(rows[0]?.count)).toBe(1);
  });
});
