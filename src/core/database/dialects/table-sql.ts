import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnDefinition } from '../column.js';
import { indexName } from '../identifiers.js';
import type { TableDefinition } from '../tables.js';

/** Renders the type of a column in CREATE TABLE for one server. */
export type ColumnType = (name: string, definition: ColumnDefinition) => RawBuilder<unknown>;

export function columnSql(name: string, definition: ColumnDefinition, type: ColumnType): RawBuilder<unknown> {
  return sql`${sql.ref(name)} ${type(name, definition)}`;
}

/** Returns columns, primary key and unique keys for CREATE TABLE, in order of declaration. */
export function tableParts(table: TableDefinition, type: ColumnType): RawBuilder<unknown>[] {
  const entries = Object.entries(table.columns);
  const columns = entries.map(([name, { definition }]) => columnSql(name, definition, type));
  const hasId = entries.some(([, { definition }]) => definition.kind === 'id');
  const primaryKey = hasId ? [] : [sql`primary key (${columnList(table.primaryKey)})`];
  const unique = table.unique.map(
    (names) => sql`constraint ${sql.ref(indexName(table.name, names, 'unique'))} unique (${columnList(names)})`,
  );
  return [...columns, ...primaryKey, ...unique];
}

export function columnList(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** Builds `insert into table (columns) values (values)`; undefined values are left out. */
export function insertSql(table: string, row: Record<string, unknown>): RawBuilder<unknown> {
  return insertAllSql(table, [Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))]);
}

/** Builds `insert into table (columns) values (values), (values)`; every row has the columns of the first. */
export function insertAllSql(table: string, rows: readonly Record<string, unknown>[]): RawBuilder<unknown> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
  return sql`insert into ${sql.table(table)} (${columnList(names)}) values ${sql.join(values)}`;
}

/**
 * Inserts rows on a server that supports `returning`, and returns their ids in row order. Values are passed as raw
 * parameters: creating a query builder node for each took half as long as the statement.
 */
export async function insertNumbered(
  executor: Kysely<unknown>,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<readonly number[]> {
  const names = Object.keys(rows[0] ?? {});
  const row = `(${names.map(() => '?').join(', ')})`;
  const values = sql.raw(rows.map(() => row).join(', '));
  const statement = sql`
    insert into ${sql.table(table)} (${columnList(names)}) values ${values} returning ${sql.ref('id')}`.compile(
    executor,
  );
  const parameters = rows.flatMap((row) => names.map((name) => row[name]));
  const inserted = await executor.executeQuery<{ id: number }>({ ...statement, parameters });
  return inserted.rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Builds `a = 1, b = b + 1`. */
export function assignments(set: ReadonlyArray<readonly [column: string, value: unknown]>): RawBuilder<unknown> {
  return sql.join(set.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
}
