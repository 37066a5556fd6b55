import { createHash } from 'node:crypto';
import { type Kysely, type Dialect as KyselyDialect, MysqlAdapter, MysqlQueryCompiler, sql } from 'kysely';
import { HostError } from '../../errors.js';
import type { Dialect, DialectOptions } from './dialect.js';
import { createMysqlDriver, type MysqlDriverOptions } from './mysql-driver.js';
import { isDuplicateEntry, isRetryable } from './mysql-errors.js';
import { createMysqlFullText } from './mysql-full-text.js';
import { mysqlInspection } from './mysql-inspection.js';
import { createMysqlSchema } from './mysql-schema.js';
import { parseMysqlUrl } from './mysql-url.js';
import { createTableNames } from './table-names.js';
import { assignments, insertAllSql, insertNumbered, insertSql } from './table-sql.js';

const CONNECTION_LIMIT = 10;
/** Milliseconds a schema change may take: adding an index to a large table does. */
const MIGRATION_TIMEOUT = 3_600_000;
/** Seconds to wait for the migration of another process. */
const LOCK_TIMEOUT = 600;

/**
 * MariaDB 10.6 or later, MySQL 8 or later.
 * @param url `mysql://user:password@host:3306/name`
 * @throws HostError `database_url_invalid`
 */
export function createMysqlDialect(url: string, { timeout }: DialectOptions): Dialect {
  const address = parseMysqlUrl(url);
  let answersNumbers: boolean | undefined;
  return {
    serving: kyselyDialect({ address, timeout, connectionLimit: CONNECTION_LIMIT }),
    migrating: kyselyDialect({ address, timeout: MIGRATION_TIMEOUT, connectionLimit: 1 }),
    name: 'MySQL or MariaDB',
    version: sql<string>`version()`,
    now: sql<string>`utc_timestamp(3)`,
    // `sysdate` is the time at which it is read: `now` stays at that of the statement's begin, however long it waited.
    clock: sql<number>`cast(unix_timestamp(sysdate(3)) * 1000 as signed)`,
    hasConcurrentWriters: true,
    schema: createMysqlSchema,
    inspection: mysqlInspection,
    fullText: createMysqlFullText,
    async insertMany(executor, table, rows) {
      answersNumbers ??= await isMariaDb(executor);
      if (answersNumbers) return insertNumbered(executor, table, rows);
      // It tells the first number alone; which follow depends on the cluster that it is part of.
      const ids: number[] = [];
      for (const row of rows) ids.push(Number((await insertSql(table, row).execute(executor)).insertId));
      return ids;
    },
    upsert({ table, row, keys, set }) {
      // Assigning a key to itself changes nothing; `insert ignore` would ignore other errors, too.
      const changes = set.length > 0 ? set : keys.slice(0, 1).map((key) => [key, sql.ref(key)] as const);
      return sql`${insertSql(table, row)} on duplicate key update ${assignments(changes)}`;
    },
    accumulate({ table, rows, sums }) {
      // Older servers and MariaDB know the new row by this function alone.
      const changes = sums.map((name) => [name, sql`${sql.ref(name)} + values(${sql.ref(name)})`] as const);
      return sql`${insertAllSql(table, rows)} on duplicate key update ${assignments(changes)}`;
    },
    isUniqueViolation: isDuplicateEntry,
    isRetryable,
  };
}

async function isMariaDb(executor: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(executor);
  return rows[0]?.version.includes('MariaDB') ?? false;
}

function kyselyDialect(options: MysqlDriverOptions): KyselyDialect {
  return {
    createDriver: () => createMysqlDriver(options),
    createQueryCompiler: () => new MysqlQueryCompiler(),
    createAdapter: () => new DatabaseLockAdapter(options.address.database),
    createIntrospector: (db) =>
      createTableNames(async () => {
        const { rows } = await sql<{ name: string }>`
          select table_name as name from information_schema.tables
          where table_schema = database() and table_type = 'BASE TABLE'`.execute(db);
        return rows;
      }),
  };
}

/**
 * The migration lock, by database: Kysely's own is one for the whole server, so that sites on one server would wait for
 * each other, and it goes on when the lock was not granted. A Galera cluster grants such locks on each node: migrate
 * through one of them.
 */
class DatabaseLockAdapter extends MysqlAdapter {
  readonly #lock: string;

  constructor(database: string) {
    super();
    this.#lock = `mortise:${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
  }

  override async acquireMigrationLock(executor: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ granted: number | null }>`
      select get_lock(${this.#lock}, ${LOCK_TIMEOUT}) as granted`.execute(executor);
    if (rows[0]?.granted === 1) return;
    const message = `Another process has been migrating the database for more than ${LOCK_TIMEOUT} s. Start again when it is done.`;
    throw new HostError('database_migration_locked', message, { status: 503 });
  }

  override async releaseMigrationLock(executor: Kysely<unknown>): Promise<void> {
    await sql`select release_lock(${this.#lock})`.execute(executor);
  }
}
