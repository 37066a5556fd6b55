import { type Kysely, type MigrationResultSet, Migrator, type Migration as StoredMigration } from 'kysely';
import { HostError, messageOf } from '../errors.js';
import { bookOf } from './books.js';
import { assertIdentifier } from './identifiers.js';
import { retry } from './retry.js';
import type { SchemaBuilder } from './schema.js';

/** One step of a plugin's schema. Its name is stored for ever: `0001_articles`, `0002_votes`, in ascending order. */
export interface Migration {
  name: string;
  /** Written so that it can be repeated, as every call of the schema builder is. */
  up(schema: SchemaBuilder): Promise<void>;
}

export interface MigrateOptions {
  /** Connected for the migration alone. */
  kysely: Kysely<unknown>;
  schema: (executor: Kysely<unknown>) => SchemaBuilder;
  isRetryable: (error: unknown) => boolean;
}

/** `<owner>_migration_lock` must fit into an identifier. */
const OWNER_LENGTH = 40;
/** How often a migration waits for another process's, 5 seconds each. */
const ATTEMPTS = 24;

/**
 * Applies what has not been applied yet and returns the names of it. Every owner has its own pair of tables
 * (`<owner>_migration`, `<owner>_migration_lock`), so plugins come and go without touching each other's history; of
 * several processes that start at once, one works and the others wait.
 * @throws HostError `database_migrations_invalid`, `database_migration_failed`; what had been completed is not repeated
 */
export async function migrate(
  owner: string,
  migrations: readonly Migration[],
  { kysely, schema, isRetryable }: MigrateOptions,
): Promise<string[]> {
  const prefix = bookOf(owner);
  assertIdentifier('migrations of', prefix, OWNER_LENGTH);
  assertAscending(owner, migrations);
  const stored = Object.fromEntries(
    migrations.map(({ name, up }): [string, StoredMigration] => [name, { up: (executor) => up(schema(executor)) }]),
  );
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => stored },
    migrationTableName: `${prefix}_migration`,
    migrationLockTableName: `${prefix}_migration_lock`,
    // The order is that of the names. Kysely's own check compares clock times, which a corrected clock would break.
    allowUnorderedMigrations: true,
  });
  const run = async (): Promise<MigrationResultSet> => {
    const outcome = await migrator.migrateToLatest();
    if (outcome.error !== undefined && isRetryable(outcome.error)) throw outcome.error;
    return outcome;
  };
  const { error, results = [] } = await retry(run, { isRetryable, attempts: ATTEMPTS });
  if (error !== undefined) throw failed(owner, results.find(({ status }) => status === 'Error')?.migrationName, error);
  return results.map(({ migrationName }) => migrationName);
}

/** @throws HostError `database_migrations_invalid` */
export function assertAscending(owner: string, migrations: readonly Migration[]): void {
  migrations.forEach(({ name }, index) => {
    const before = migrations[index - 1];
    if (before && before.name >= name) {
      throw new HostError(
        'database_migrations_invalid',
        `The migrations of "${owner}" must be listed in ascending order of their names: "${name}" comes after "${before.name}".`,
        { owner, migration: name },
      );
    }
  });
}

function failed(owner: string, migration: string | undefined, cause: unknown): HostError {
  if (cause instanceof HostError && migration === undefined) return cause;
  const reason = messageOf(cause);
  return new HostError(
    'database_migration_failed',
    migration
      ? `The migration "${migration}" of "${owner}" failed: ${reason}. Remove the cause and start again; completed steps are not repeated.`
      : `The migrations of "${owner}" could not run: ${reason}.`,
    { owner, migration },
    { cause },
  );
}
