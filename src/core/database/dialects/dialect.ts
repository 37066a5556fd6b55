import type { Dialect as KyselyDialect } from 'kysely';
import type { Column, TableDefinition } from '../tables.js';

/** Where the databases differ. Nothing outside this folder knows which one it is talking to. */
export interface Dialect {
  readonly kysely: KyselyDialect;
  /** The database's clock, as SQL that answers UTC text with milliseconds. */
  readonly nowSql: string;
  /** How an insert goes on when the row exists. */
  readonly upsertStyle: 'on conflict' | 'on duplicate key';
  /** One or more statements that create the table where it is missing. */
  createTable(table: TableDefinition): string[];
  /** The column as it stands in `create table` or `alter table ... add column`. */
  columnSql(name: string, column: Column): string;
  isUniqueViolation(error: unknown): boolean;
  /** The transaction lost a race and may win the next one. */
  isRetryable(error: unknown): boolean;
}

/** A quoted text or a number as SQL literal, for defaults in DDL. */
export function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
