import { Kysely } from 'kysely';
import type { ConfiguredDatabase } from './address.js';
import { changeSchema, type SchemaChange } from './change-schema.js';
import type { Dialect, DialectOptions } from './dialects/dialect.js';
import { openDialect } from './dialects/open.js';
import { type AppliedMigration, type MigrateOptions, migrateSchema } from './migrate.js';
import type { OwnedMigrations } from './missing-migrations.js';

/** Database for maintenance commands: statements may take an hour, and no host is needed. */
export interface MaintainedDatabase {
  readonly dialect: Dialect;
  readonly executor: Kysely<unknown>;
  /** Applies these owners' missing migrations. */
  migrate(owners: readonly OwnedMigrations[], options?: MigrateOptions): Promise<AppliedMigration[]>;
  /**
   * Changes the schema as part of a copy or restore, while no other process changes it.
   * @param owners owners whose version 0.1 tables are added to the record
   */
  changeSchema<T>(owners: readonly OwnedMigrations[], work: (change: SchemaChange) => Promise<T>): Promise<T>;
  transaction<T>(work: (executor: Kysely<unknown>) => Promise<T>): Promise<T>;
  /** Runs read-only `work` on the current state of the database; later writes by others are invisible to it. */
  snapshot<T>(work: (executor: Kysely<unknown>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds to wait for a turn, on servers without another limit. */
const TIMEOUT = 3_600_000;

/** @throws HostError `database_url_invalid`; `config_invalid` for an option that this database does not support */
export function openForMaintenance(
  database: string | ConfiguredDatabase,
  options: Pick<DialectOptions, 'acceptsOther'> = {},
): MaintainedDatabase {
  const address = typeof database === 'string' ? { url: database } : database;
  const dialect = openDialect(address, { ...options, timeout: TIMEOUT });
  const executor = new Kysely<unknown>({ dialect: dialect.migrating ?? dialect.serving });
  return {
    dialect,
    executor,
    migrate: (owners, options) => migrateSchema(executor, (work) => work(executor), dialect, owners, options),
    changeSchema: (owners, work) => changeSchema({ kysely: executor, dialect }, owners, work, { isTransfer: true }),
    transaction: (work) => executor.transaction().execute(work),
    snapshot: (work) => executor.transaction().setAccessMode('read only').execute(work),
    close: () => executor.destroy(),
  };
}
