import { Kysely } from 'kysely';
import type { Dialect } from './dialects/dialect.js';
import { openDialect } from './dialects/open.js';
import { type Migration, migrate } from './migrate.js';

/** A database in the hands of somebody who maintains it: statements may take an hour, and no host has to be there. */
export interface MaintainedDatabase {
  readonly dialect: Dialect;
  readonly executor: Kysely<unknown>;
  migrate(owner: string, migrations: readonly Migration[]): Promise<string[]>;
  transaction<T>(work: (executor: Kysely<unknown>) => Promise<T>): Promise<T>;
  /** Runs `work` on the database as it is now: it reads only, and what others write meanwhile it does not see. */
  snapshot<T>(work: (executor: Kysely<unknown>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds to wait for one's turn, where a server knows no other limit. */
const TIMEOUT = 3_600_000;

/** @throws HostError `database_url_invalid` */
export function openForMaintenance(url: string): MaintainedDatabase {
  const dialect = openDialect(url, { timeout: TIMEOUT });
  const executor = new Kysely<unknown>({ dialect: dialect.migrating ?? dialect.serving });
  return {
    dialect,
    executor,
    migrate: (owner, migrations) =>
      migrate(owner, migrations, { kysely: executor, schema: dialect.schema, isRetryable: dialect.isRetryable }),
    transaction: (work) => executor.transaction().execute(work),
    snapshot: (work) => executor.transaction().setAccessMode('read only').execute(work),
    close: () => executor.destroy(),
  };
}
