import { CompiledQuery, type Kysely, type RawBuilder, SqliteQueryCompiler, sql } from 'kysely';
import type { ColumnDefinition } from '../column.js';
import { indexName } from '../identifiers.js';
import { addableColumn, type Ddl } from '../schema.js';
import { objectsIn, textOf } from '../schema-names.js';
import type { TableNames } from '../table-names.js';
import { assertIndexable, type TableDefinition } from '../tables.js';
import type { Rename } from './dialect.js';
import { compileRenamed, renameTables } from './rename-tables.js';
import { columnList, columnSql, tableParts } from './table-sql.js';

/** Creates STRICT tables, with checks that other servers enforce by type: lengths and the date-time format. */
export function createSqliteSchema(executor: Kysely<unknown>, names: TableNames): Ddl {
  const { stored } = names;
  const run = (statement: RawBuilder<unknown>) => statement.execute(executor);

  async function createIndex(
    table: TableDefinition,
    columns: readonly string[],
    kind: 'index' | 'unique',
  ): Promise<void> {
    // Indexes share one namespace with each other and with tables, so they have the prefix too.
    const name = stored(indexName(table.name, columns, kind));
    const found = await run(
      sql`select 1 from sqlite_schema where type = 'index' and name = ${name} and tbl_name = ${stored(table.name)}`,
    );
    if (found.rows.length > 0) return;
    const create = sql.raw(kind === 'unique' ? 'create unique index' : 'create index');
    await run(sql`${create} ${sql.id(name)} on ${sql.id(stored(table.name))} (${columnList(columns)})`);
  }

  return {
    async createTable(table) {
      await run(sql`create table ${sql.id(stored(table.name))} (${sql.join(tableParts(table, columnType))}) strict`);
      for (const columns of table.indexes) await createIndex(table, columns, 'index');
    },
    async addColumn(table, columnName) {
      const definition = addableColumn(table, columnName);
      const found = await run(sql`select 1 from pragma_table_info(${stored(table.name)}) where name = ${columnName}`);
      if (found.rows.length > 0) return;
      await run(
        sql`alter table ${sql.id(stored(table.name))} add column ${columnSql(columnName, definition, columnType)}`,
      );
    },
    createIndex(table, columns, { unique = false } = {}) {
      assertIndexable(table, columns);
      return createIndex(table, columns, unique ? 'unique' : 'index');
    },
    async drop(type, name) {
      await run(sql`drop ${sql.raw(type)} if exists ${sql.id(stored(name))}`);
    },
    async raw(statement) {
      const { created, dropped } = objectsIn(textOf(statement));
      const indexes = [...created, ...dropped].filter(({ type }) => type === 'index').map(({ name }) => name);
      const { sql: text, parameters } = compileRenamed(statement, new SqliteQueryCompiler(), (name) =>
        names.has(name) || indexes.includes(name) ? stored(name) : name,
      );
      await executor.executeQuery(CompiledQuery.raw(text, [...parameters]));
    },
  };
}

/**
 * Renames tables, then creates views and indexes again under their new names. The server changes the references to a
 * renamed table itself.
 */
export async function renameSqliteTables(
  executor: Kysely<unknown>,
  tables: readonly Rename[],
  others: readonly Rename[],
): Promise<void> {
  for (const [from, to] of tables) await sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(executor);
  if (others.length === 0) return;
  const renamed = new Map(others);
  const { rows } = await sql<{ type: string; name: string; text: string }>`
    select type, name, sql as text from sqlite_schema
    where name in (${sql.join([...renamed.keys()])}) and sql is not null`.execute(executor);
  for (const { type, name } of rows) await sql`drop ${sql.raw(type)} ${sql.id(name)}`.execute(executor);
  for (const { text } of rows) {
    await executor.executeQuery(CompiledQuery.raw(renameTables(text, (name) => renamed.get(name) ?? name)));
  }
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
