import { resolve } from 'node:path';
import {
  type Kysely,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { HostError } from '../../errors.js';
import type { ConfiguredDatabase } from '../address.js';
import type { ServerDialect, ServerDialectOptions } from './dialect.js';
import { createNamingCompiler } from './naming-compiler.js';
import { createSqliteDriver } from './sqlite-driver.js';
import { isBusy, isUniqueViolation } from './sqlite-errors.js';
import { sqliteInspection } from './sqlite-inspection.js';
import { createSqliteSchema, renameSqliteTables } from './sqlite-schema.js';
import { assignments, columnList, insertAllSql, insertNumbered, insertSql } from './table-sql.js';
import { invalidUrl } from './url-faults.js';

/**
 * Creates the dialect for SQLite, in a file (WAL) or in memory.
 * @param database its URL is `sqlite:./data/site.db`, `sqlite:/var/lib/site.db` or `sqlite::memory:`
 * @throws HostError `database_url_invalid`; `config_invalid` for server-only options
 */
export function createSqliteDialect(
  database: ConfiguredDatabase,
  { timeout, names }: ServerDialectOptions,
): ServerDialect {
  assertNoServerOptions(database);
  const driver = { file: parseSqliteUrl(database), timeout };
  const dialect = {
    createDriver: () => createSqliteDriver(driver),
    createQueryCompiler: () => createNamingCompiler(LockFreeQueryCompiler, names),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
  return {
    serving: dialect,
    migrating: null,
    name: 'SQLite',
    version: sql<string>`sqlite_version()`,
    now: sql<string>`strftime('%Y-%m-%d %H:%M:%f', 'now')`,
    clock: sql<number>`cast(round(unixepoch('now', 'subsec') * 1000) as integer)`,
    hasConcurrentWriters: false,
    schema: (executor) => createSqliteSchema(executor, names),
    staging: null,
    rename: (executor, tables, others = []) => renameSqliteTables(executor, tables, others),
    async deferForeignKeys(executor, work) {
      // In effect until the end of the transaction.
      await sql`pragma defer_foreign_keys = on`.execute(executor);
      return work();
    },
    // It begins IMMEDIATE, so it is also the lock between processes.
    locked: (kysely, work) => kysely.transaction().execute(work),
    inspection: sqliteInspection,
    fullText: null,
    insertMany: insertNumbered,
    upsert({ table, row, keys, set }) {
      const action = set.length === 0 ? sql`do nothing` : sql`do update set ${assignments(set)}`;
      return sql`${insertSql(table, row)} on conflict (${columnList(keys)}) ${action}`;
    },
    accumulate({ table, rows, keys, sums }) {
      const changes = sums.map((name) => [name, sql`${sql.ref(name)} + ${sql.ref(`excluded.${name}`)}`] as const);
      const action = sums.length === 0 ? sql`do nothing` : sql`do update set ${assignments(changes)}`;
      return sql`${insertAllSql(table, rows)} on conflict (${columnList(keys)}) ${action}`;
    },
    isUniqueViolation,
    isRetryable: isBusy,
  };
}

/** Omits `for update`: a SQLite transaction is the only writer anyway. */
class LockFreeQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

function parseSqliteUrl({ url, source = 'The database URL' }: ConfiguredDatabase): string | null {
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === ':memory:') return null;
  const forms = 'sqlite:./data/site.db, sqlite:/var/lib/site.db or sqlite::memory:';
  if (path === '' || path.startsWith('//')) throw invalidUrl(source, `names no file. Write ${forms}.`);
  if (/\?\w+=/.test(path)) throw invalidUrl(source, `has parameters after the file name. Remove them: ${forms}.`);
  return resolve(path);
}

function assertNoServerOptions({ pool, ssl, socketPath }: ConfiguredDatabase): void {
  const [name] = Object.entries({ pool, ssl, socketPath }).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new HostError(
    'config_invalid',
    `database.${name} works only with MariaDB and MySQL, but the URL is a SQLite file. Remove the option, or use a URL such as mysql://user:password@host:3306/name.`,
    { status: 500, option: 'database' },
  );
}
