import { resolve } from 'node:path';
import { type Kysely, type SelectModifierNode, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely';
import { HostError } from '../../errors.js';
import type { Dialect, DialectOptions } from './dialect.js';
import { createSqliteDriver } from './sqlite-driver.js';
import { isBusy, isUniqueViolation } from './sqlite-errors.js';
import { sqliteInspection } from './sqlite-inspection.js';
import { createSqliteSchema } from './sqlite-schema.js';
import { createTableNames } from './table-names.js';
import { assignments, columnList, insertAllSql, insertNumbered, insertSql } from './table-sql.js';

/**
 * SQLite in a file (WAL) or in memory.
 * @param url `sqlite:./data/site.db`, `sqlite:/var/lib/site.db` or `sqlite::memory:`
 * @throws HostError `database_url_invalid`
 */
export function createSqliteDialect(url: string, { timeout }: DialectOptions): Dialect {
  const driver = { file: parseSqliteUrl(url), timeout };
  const dialect = {
    createDriver: () => createSqliteDriver(driver),
    createQueryCompiler: () => new LockFreeQueryCompiler(),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (db: Kysely<unknown>) =>
      createTableNames(async () => {
        const { rows } = await sql<{ name: string }>`
          select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!'`.execute(db);
        return rows;
      }),
  };
  return {
    serving: dialect,
    migrating: null,
    name: 'SQLite',
    version: sql<string>`sqlite_version()`,
    now: sql<string>`strftime('%Y-%m-%d %H:%M:%f', 'now')`,
    clock: sql<number>`cast(round(unixepoch('now', 'subsec') * 1000) as integer)`,
    hasConcurrentWriters: false,
    schema: createSqliteSchema,
    inspection: sqliteInspection,
    fullText: null,
    insertMany: insertNumbered,
    upsert({ table, row, keys, set }) {
      const action = set.length === 0 ? sql`do nothing` : sql`do update set ${assignments(set)}`;
      return sql`${insertSql(table, row)} on conflict (${columnList(keys)}) ${action}`;
    },
    accumulate({ table, rows, keys, sums }) {
      const changes = sums.map((name) => [name, sql`${sql.ref(name)} + ${sql.ref(`excluded.${name}`)}`] as const);
      return sql`${insertAllSql(table, rows)} on conflict (${columnList(keys)}) do update set ${assignments(changes)}`;
    },
    isUniqueViolation,
    isRetryable: isBusy,
  };
}

/**
 * Makes a migration all or nothing. Kysely's Migrator then works inside one transaction, which begins IMMEDIATE and so
 * is also the lock between processes.
 */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Leaves out `for update`: a transaction here is the only writer anyway. */
class LockFreeQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

function parseSqliteUrl(url: string): string | null {
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === ':memory:') return null;
  if (path === '' || path.startsWith('//')) {
    throw new HostError(
      'database_url_invalid',
      `"${url}" names no file. Write sqlite:./data/site.db, sqlite:/var/lib/site.db or sqlite::memory:.`,
    );
  }
  return resolve(path);
}
