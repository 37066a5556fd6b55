import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnDefinition } from '../column.js';
import { indexName } from '../identifiers.js';
import { addableColumn, type Ddl } from '../schema.js';
import { assertIndexable, type TableDefinition } from '../tables.js';
import { columnList, columnSql, tableParts } from './table-sql.js';

/** Creates STRICT tables, with checks that other servers enforce by type: lengths and the date-time format. */
export function createSqliteSchema(executor: Kysely<unknown>): Ddl {
  const run = (statement: RawBuilder<unknown>) => statement.execute(executor);

  async function createIndex(
    table: TableDefinition,
    columns: readonly string[],
    kind: 'index' | 'unique',
  ): Promise<void> {
    const name = indexName(table.name, columns, kind);
    const found = await run(
      sql`select 1 from sqlite_schema where type = 'index' and name = ${name} and tbl_name = ${table.name}`,
    );
    if (found.rows.length > 0) return;
    const create = sql.raw(kind === 'unique' ? 'create unique index' : 'create index');
    await run(sql`${create} ${sql.ref(name)} on ${sql.table(table.name)} (${columnList(columns)})`);
  }

  return {
    async createTable(table) {
      await run(sql`create table ${sql.table(table.name)} (${sql.join(tableParts(table, columnType))}) strict`);
      for (const columns of table.indexes) await createIndex(table, columns, 'index');
    },
    async addColumn(table, columnName) {
      const definition = addableColumn(table, columnName);
      const found = await run(sql`select 1 from pragma_table_info(${table.name}) where name = ${columnName}`);
      if (found.rows.length > 0) return;
      await run(sql`alter table ${sql.table(table.name)} add column ${columnSql(columnName, definition, columnType)}`);
    },
    createIndex(table, columns, { unique = false } = {}) {
      assertIndexable(table, columns);
      return createIndex(table, columns, unique ? 'unique' : 'index');
    },
    async drop(type, name) {
      await run(sql`drop ${sql.raw(type)} if exists ${sql.table(name)}`);
    },
    async raw(statement) {
      await run(statement);
    },
  };
}

function columnType(name: string, definition: ColumnDefinition): RawBuilder<unknown> {
  if (definition.kind === 'id') return sql`integer not null primary key autoincrement`;
  const nullability = sql.raw(definition.nullable ? '' : ' not null');
  const initial = definition.default === undefined ? sql.raw('') : sql` default ${sql.lit(definition.default)}`;
  return sql`${storage(name, definition)}${nullability}${initial}`;
}

function storage(name: string, { kind, length }: ColumnDefinition): RawBuilder<unknown> {
  switch (kind) {
    case 'id':
    case 'integer':
    case 'bigint':
      return sql`integer`;
    case 'boolean':
      return sql`integer check (${sql.ref(name)} in (0, 1))`;
    case 'datetime':
      return sql`text check (${sql.ref(name)} glob '????-??-?? ??:??:??.???')`;
    case 'key':
    case 'string':
      return sql`text check (length(${sql.ref(name)}) <= ${sql.lit(length)})`;
    case 'text':
    case 'json':
      return sql`text`;
  }
}
