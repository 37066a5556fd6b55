import { CompiledQuery, type Kysely, MysqlQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { ColumnDefinition } from '../column.js';
import { indexName } from '../identifiers.js';
import { addableColumn, type Ddl } from '../schema.js';
import { type NameOf, usualName } from '../schema-names.js';
import type { TableNames } from '../table-names.js';
import { assertIndexable } from '../tables.js';
import { isTable } from './mysql-inspection.js';
import { compileRenamed } from './rename-tables.js';
import { columnList, columnSql, tableParts } from './table-sql.js';

/** Collations that compare bytes and keep trailing spaces: MariaDB's, MySQL 8's. */
const EXACT_COLLATIONS = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'];
/** Fallback for older servers; it treats 'a' and 'a ' as equal. */
const BINARY_COLLATION = 'utf8mb4_bin';

/**
 * Creates the schema builder for MySQL. The server commits every schema change immediately and cannot roll it back,
 * so each call is one statement: a table is created together with its indexes.
 * @param nameOf maps a table to the name it is created under and that replaces it in raw statements; index names stay
 */
export function createMysqlSchema(executor: Kysely<unknown>, names: TableNames, nameOf: NameOf = usualName): Ddl {
  const run = (statement: RawBuilder<unknown>) => statement.execute(executor);
  const stored = (table: string): string => names.stored(nameOf(table));
  const storedIfOwn: NameOf = (table) => (names.has(nameOf(table)) ? stored(table) : table);

  async function exists(statement: RawBuilder<unknown>): Promise<boolean> {
    return (await run(statement)).rows.length > 0;
  }

  async function columnTypes(): Promise<(name: string, definition: ColumnDefinition) => RawBuilder<unknown>> {
    const { rows } = await sql<{ name: string }>`
      select collation_name as name from information_schema.collations
      where collation_name in (${sql.join(EXACT_COLLATIONS)})`.execute(executor);
    const collation = rows[0]?.name ?? BINARY_COLLATION;
    return (_, definition) => columnType(definition, collation);
  }

  return {
    async createTable(table) {
      const indexes = table.indexes.map(
        (columns) => sql`index ${sql.ref(indexName(table.name, columns, 'index'))} (${columnList(columns)})`,
      );
      const parts = sql.join([...tableParts(table, await columnTypes()), ...indexes]);
      await run(
        sql`create table ${sql.id(stored(table.name))} (${parts}) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_unicode_ci`,
      );
    },
    async addColumn(table, columnName) {
      const definition = addableColumn(table, columnName);
      const found = await exists(sql`
        select 1 from information_schema.columns
        where table_schema = database() and ${isTable(stored(table.name))} and column_name = ${columnName}`);
      if (found) return;
      const type = await columnTypes();
      await run(sql`alter table ${sql.id(stored(table.name))} add column ${columnSql(columnName, definition, type)}`);
    },
    async createIndex(table, columns, { unique = false } = {}) {
      assertIndexable(table, columns);
      const name = indexName(table.name, columns, unique ? 'unique' : 'index');
      const found = await exists(sql`
        select 1 from information_schema.statistics
        where table_schema = database() and ${isTable(stored(table.name))} and index_name = ${name} limit 1`);
      if (found) return;
      const create = sql.raw(unique ? 'create unique index' : 'create index');
      await run(sql`${create} ${sql.ref(name)} on ${sql.id(stored(table.name))} (${columnList(columns)})`);
    },
    async drop(type, name) {
      await run(sql`drop ${sql.raw(type)} if exists ${sql.id(stored(name))}`);
    },
    async raw(statement) {
      const { sql: text, parameters } = compileRenamed(statement, new MysqlQueryCompiler(), storedIfOwn);
      await executor.executeQuery(CompiledQuery.raw(text, [...parameters]));
    },
  };
}

function columnType(definition: ColumnDefinition, exactCollation: string): RawBuilder<unknown> {
  if (definition.kind === 'id') return sql`bigint not null auto_increment primary key`;
  const type = sql.raw(storage(definition, exactCollation));
  return sql`${type} ${sql.raw(definition.nullable ? 'null' : 'not null')}${initialValue(definition)}`;
}

function storage({ kind, length }: ColumnDefinition, exactCollation: string): string {
  switch (kind) {
    case 'id':
    case 'integer':
    case 'bigint':
      return 'bigint';
    case 'boolean':
      return 'boolean';
    case 'datetime':
      return 'datetime(3)';
    case 'key':
      return `varchar(${length}) character set utf8mb4 collate ${exactCollation}`;
    case 'string':
      return `varchar(${length})`;
    case 'text':
      return 'longtext';
    case 'json':
      return `longtext character set utf8mb4 collate ${BINARY_COLLATION}`;
  }
}

function initialValue(definition: ColumnDefinition): RawBuilder<unknown> {
  if (definition.default === undefined) return sql``;
  const literal = sql.lit(definition.default);
  const isLong = definition.kind === 'text' || definition.kind === 'json';
  return isLong ? sql` default (${literal})` : sql` default ${literal}`;
}
