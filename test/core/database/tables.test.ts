import type { Insertable, Selectable, Updateable } from 'kysely';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { assertTablePrefix, IDENTIFIER_LENGTH, indexName } from '../../../src/core/database/identifiers.js';
import { column, defineTable, type TableOf } from '../../../src/core/database/tables.js';
import type { countersTable, samplesTable } from './test-tables.js';

const refusal = (code: string) => expect.objectContaining({ code });

describe('table definition', () => {
  it('infers the row types', () => {
    type Row = Selectable<TableOf<typeof samplesTable>>;
    expectTypeOf<Row>().toEqualTypeOf<{
      id: number;
      slug: string;
      title: string | null;
      body: string;
      count: number;
      size: number;
      active: number;
      document: string;
      seen_at: string | null;
    }>();
    expectTypeOf<{ slug: string }>().toExtend<Insertable<TableOf<typeof samplesTable>>>();
    expectTypeOf<{ title: string }>().not.toExtend<Insertable<TableOf<typeof samplesTable>>>();
    expectTypeOf<{ count: string }>().not.toExtend<Updateable<TableOf<typeof samplesTable>>>();
    expectTypeOf<{ site: string; name: string }>().toExtend<Insertable<TableOf<typeof countersTable>>>();
    expectTypeOf<{ site: string; hits: number }>().not.toExtend<Insertable<TableOf<typeof countersTable>>>();
  });

  it('uses its ID as the primary key by default', () => {
    expect(defineTable('notes', { id: column.id() }).primaryKey).toEqual(['id']);
  });

  it('requires a primary key', () => {
    expect(() => defineTable('notes', { name: column.key() })).toThrow(refusal('database_table_invalid'));
  });

  it('rejects a second primary key besides the ID', () => {
    expect(() => defineTable('notes', { id: column.id(), name: column.key() }, { primaryKey: ['name'] })).toThrow(
      refusal('database_table_invalid'),
    );
  });

  it.each(['Notes', 'my-notes', '1note', '', `n${'o'.repeat(38)}`, 'notes; drop table users'])(
    'rejects the name %j',
    (name) => {
      expect(() => defineTable(name, { id: column.id() })).toThrow(refusal('database_name_invalid'));
    },
  );

  it('rejects an index on unlimited text', () => {
    expect(() => defineTable('notes', { id: column.id(), body: column.text() }, { indexes: [['body']] })).toThrow(
      refusal('database_table_invalid'),
    );
  });

  it('rejects an index that is too wide for a server', () => {
    const columns = { id: column.id(), a: column.key(400), b: column.key(400) };
    expect(() => defineTable('notes', columns, { unique: [['a', 'b']] })).toThrow(refusal('database_table_invalid'));
    expect(() => defineTable('notes', columns, { unique: [['a'], ['b']] })).not.toThrow();
  });

  it.each([0, -1, 1.5, Number.NaN, 20_000])('rejects a string column of length %s', (length) => {
    expect(() => column.string(length)).toThrow(refusal('database_column_invalid'));
  });
});

describe('generated names', () => {
  it('contain the table and its columns', () => {
    expect(indexName('posts', ['type', 'slug'], 'unique')).toBe('posts_type_slug_unique');
  });

  it('stay within the length limit and distinct for different columns', () => {
    const table = 't'.repeat(38);
    const names = [['a'.repeat(30)], ['b'.repeat(30)], ['a'.repeat(29), 'a']].map((columns) =>
      indexName(table, columns, 'unique'),
    );
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(IDENTIFIER_LENGTH);
  });

  it('allow a table prefix of twelve characters', () => {
    expect(() => assertTablePrefix('affiliates1_')).not.toThrow();
    expect(() => assertTablePrefix('affiliates12_')).toThrow(refusal('database_name_invalid'));
  });
});
