import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, type Dialect as KyselyDialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { type Column, indexName, type TableDefinition } from '../tables.js';
import { type Dialect, literal } from './dialect.js';
import { createSqliteDriver } from './sqlite-driver.js';

const TYPES = {
  id: 'integer primary key autoincrement',
  integer: 'integer',
  boolean: 'integer',
  datetime: 'text',
  key: 'text',
  string: 'text',
  text: 'text',
  json: 'text',
} as const;

/** SQLite through libsql: one file, no server. */
export function createSqliteDialect(file: string): Dialect {
  if (file !== ':memory:') mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  return {
    kysely: kyselyDialect(file),
    nowSql: "strftime('%Y-%m-%d %H:%M:%f', 'now')",
    upsertStyle: 'on conflict',
    createTable,
    columnSql,
    isUniqueViolation: (error) => /UNIQUE constraint failed|PRIMARY KEY/i.test(messageOf(error)),
    isRetryable: (error) => /database is locked|SQLITE_BUSY/i.test(`${messageOf(error)} ${codeOf(error)}`),
  };
}

function kyselyDialect(file: string): KyselyDialect {
  return {
    createDriver: () => createSqliteDriver(file),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/**
 * Lets a migration and its record be one transaction. No lock of its own is needed: the driver begins every
 * transaction as a writer, so that processes migrate one after the other.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override async acquireMigrationLock(_db: Kysely<unknown>): Promise<void> {}
}

function createTable(table: TableDefinition): string[] {
  const lines = Object.entries(table.columns).map(([name, column]) => columnSql(name, column));
  if (table.primaryKey) lines.push(`primary key (${quoteAll(table.primaryKey)})`);
  for (const columns of table.unique ?? []) lines.push(`unique (${quoteAll(columns)})`);
  return [
    `create table if not exists ${table.name} (${lines.join(', ')}) strict`,
    ...(table.indexes ?? []).map(
      (columns) => `create index if not exists ${indexName(table.name, columns)} on ${table.name} (${quoteAll(columns)})`,
    ),
  ];
}

function quoteAll(columns: readonly string[]): string {
  return columns.map((name) => `"${name}"`).join(', ');
}

function columnSql(name: string, { kind, isNullable, defaultValue }: Column): string {
  const rest = kind === 'id' ? '' : isNullable ? '' : ' not null';
  return `"${name}" ${TYPES[kind]}${rest}${defaultValue === undefined ? '' : ` default ${literal(defaultValue)}`}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
