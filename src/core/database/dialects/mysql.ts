import { createHash } from 'node:crypto';
import {
  type Kysely,
  type Dialect as KyselyDialect,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  sql,
} from 'kysely';
import { HostError } from '../../errors.js';
import type { ConfiguredDatabase } from '../address.js';
import type { FullText, FullTextQuery } from '../full-text.js';
import { indexName } from '../identifiers.js';
import type { TableNames } from '../table-names.js';
import type { ServerDialect, ServerDialectOptions } from './dialect.js';
import { createMysqlDriver, type MysqlDriverOptions } from './mysql-driver.js';
import { isDuplicateEntry, isRetryable } from './mysql-errors.js';
import { isTable, mysqlInspection } from './mysql-inspection.js';
import { createMysqlSchema } from './mysql-schema.js';
import { parseMysqlUrl } from './mysql-url.js';
import { createNamingCompiler } from './naming-compiler.js';
import { assignments, columnList, insertAllSql, insertNumbered, insertSql } from './table-sql.js';

const CONNECTION_LIMIT = 10;

/** Milliseconds a schema change may take, such as adding an index to a large table. */
const MIGRATION_TIMEOUT = 3_600_000;

/** Seconds to wait for another process's migration. */
const LOCK_TIMEOUT = 600;

/**
 * Creates the dialect for MariaDB 10.6 or later and MySQL 8 or later.
 * @param database its URL is `mysql://user:password@host:3306/name`
 * @throws HostError `database_url_invalid`
 */
export function createMysqlDialect(
  database: ConfiguredDatabase,
  { timeout, names }: ServerDialectOptions,
): ServerDialect {
  const address = parseMysqlUrl(database.url, database.source);
  const { pool, ssl = address.ssl, socketPath } = database;
  const server = { address, ssl, socketPath, names };
  let answersNumbers: boolean | undefined;
  return {
    serving: kyselyDialect({ ...server, timeout, connectionLimit: pool?.max ?? CONNECTION_LIMIT }),
    migrating: kyselyDialect({ ...server, timeout: MIGRATION_TIMEOUT, connectionLimit: 1 }),
    name: 'MySQL or MariaDB',
    version: sql<string>`version()`,
    now: sql<string>`utc_timestamp(3)`,
    // `sysdate` is the current time; `now` is when the statement began, even if it waited since.
    clock: sql<number>`cast(unix_timestamp(sysdate(3)) * 1000 as signed)`,
    hasConcurrentWriters: true,
    schema: (executor) => createMysqlSchema(executor, names),
    staging: { schema: (executor, nameOf) => createMysqlSchema(executor, names, nameOf) },
    async rename(executor, tables, views = []) {
      const renames = [...tables, ...views].map(([from, to]) => sql`${sql.id(from)} to ${sql.id(to)}`);
      await sql`rename table ${sql.join(renames)}`.execute(executor);
    },
    async deferForeignKeys(executor, work) {
      await sql`set foreign_key_checks = 0`.execute(executor);
      try {
        return await work();
      } finally {
        await sql`set foreign_key_checks = 1`.execute(executor);
      }
    },
    locked: (kysely, work) => withLock(kysely, address.database, work),
    inspection: mysqlInspection,
    fullText: (executor) => createMysqlFullText(executor, names),
    async insertMany(executor, table, rows) {
      answersNumbers ??= await isMariaDb(executor);
      if (answersNumbers) return insertNumbered(executor, table, rows);
      // MySQL returns only the first id; the following ones depend on the cluster's auto-increment settings.
      const ids: number[] = [];
      for (const row of rows) ids.push(Number((await insertSql(table, row).execute(executor)).insertId));
      return ids;
    },
    upsert({ table, row, keys, set }) {
      const changes = set.length > 0 ? set : unchanged(keys);
      return sql`${insertSql(table, row)} on duplicate key update ${assignments(changes)}`;
    },
    accumulate({ table, rows, keys, sums }) {
      // `values()` is the only syntax for the new row on MariaDB and older MySQL.
      const changes = sums.map((name) => [name, sql`${sql.ref(name)} + values(${sql.ref(name)})`] as const);
      return sql`${insertAllSql(table, rows)} on duplicate key update ${assignments(sums.length > 0 ? changes : unchanged(keys))}`;
    },
    isUniqueViolation: isDuplicateEntry,
    isRetryable,
  };
}

/** Assigning a key to itself changes nothing; `insert ignore` would also hide other errors. */
function unchanged(keys: readonly string[]) {
  return keys.slice(0, 1).map((key) => [key, sql.ref(key)] as const);
}

async function isMariaDb(executor: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(executor);
  return rows[0]?.version.includes('MariaDB') ?? false;
}

function kyselyDialect({ names, ...options }: MysqlDriverOptions & { readonly names: TableNames }): KyselyDialect {
  return {
    createDriver: () => createMysqlDriver(options),
    createQueryCompiler: () => createNamingCompiler(MysqlQueryCompiler, names),
    createAdapter: () => new MysqlAdapter(),
    createIntrospector: (db) => new MysqlIntrospector(db),
  };
}

/**
 * Runs `work` while holding a server lock named after the database. A Galera cluster grants these locks per node, so
 * migrate through one node.
 */
async function withLock<T>(
  kysely: Kysely<unknown>,
  database: string,
  work: (executor: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  const lock = `mortise:${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
  return kysely.connection().execute(async (executor) => {
    const { rows } = await sql<{ granted: number | null }>`
      select get_lock(${lock}, ${LOCK_TIMEOUT}) as granted`.execute(executor);
    if (rows[0]?.granted !== 1) {
      const message = `Another process has been migrating the database for more than ${LOCK_TIMEOUT} s. Start again when it is done.`;
      throw new HostError('database_migration_locked', message, { status: 503 });
    }
    try {
      return await work(executor);
    } finally {
      // If the connection is broken, the server has released the lock already.
      await sql`select release_lock(${lock})`.execute(executor).catch(() => undefined);
    }
  });
}

const WORD = /^[a-z0-9]{3,80}$/;

/** Creates full-text search with InnoDB FULLTEXT in boolean mode: matching words add up to a score. */
function createMysqlFullText(executor: () => Kysely<unknown>, names: Pick<TableNames, 'stored'>): FullText {
  return {
    async createIndex(table, columns) {
      const name = indexName(table, columns, 'index');
      const { rows } = await sql`
        select 1 from information_schema.statistics
        where table_schema = database() and ${isTable(names.stored(table))} and index_name = ${name} limit 1`.execute(
        executor(),
      );
      if (rows.length > 0) return;
      await sql`create fulltext index ${sql.ref(name)} on ${sql.id(names.stored(table))} (${columnList(columns)})`.execute(
        executor(),
      );
    },
    score: (columns, query) =>
      sql<number>`match (${columnList(columns)}) against (${booleanText(query)} in boolean mode)`,
  };
}

function booleanText(query: FullTextQuery): string {
  if ('word' in query) return wordText(query.word, query.isPrefix === true);
  if ('any' in query) return `(${query.any.map(booleanText).join(' ')})`;
  return `(${query.all.map((part) => `+${booleanText(part)}`).join(' ')})`;
}

/** Signs are operators in boolean mode, so only letters and digits are allowed. */
function wordText(word: string, isPrefix: boolean): string {
  if (!WORD.test(word)) throw new TypeError(`"${word}" is no word of a full-text query.`);
  return isPrefix ? `${word}*` : word;
}
