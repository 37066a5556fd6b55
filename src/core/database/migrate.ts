import type { Kysely } from 'kysely';
import { HostError, messageOf } from '../errors.js';
import { type ChangeSchemaOptions, changeSchema, type SchemaChange } from './change-schema.js';
import type { Dialect } from './dialects/dialect.js';
import { assertIdentifier } from './identifiers.js';
import { assertOneLine, migrationNeeds, type OwnedMigrations, ownersOf } from './missing-migrations.js';
import type { SchemaBuilder } from './schema.js';
import { isDamaged } from './schema-checks.js';
import { hasLeftovers, ownerKey, readSchema } from './schema-record.js';
import { assertWhole } from './transfer/marker.js';

/** Step of a plugin's schema. Its name is stored and must never change: `0001_articles`, `0002_votes`, ascending. */
export interface Migration {
  name: string;
  /** Runs the step. It must be repeatable, as every call of the schema builder is. */
  up(schema: SchemaBuilder): Promise<void>;
}

/** Migration that was applied. */
export interface AppliedMigration {
  readonly owner: string;
  readonly migration: string;
}

export interface MigrateOptions extends ChangeSchemaOptions {
  /** Called with the migrations that a newer release has applied. */
  readonly onNewer?: (migrations: readonly string[]) => void;
}

const OWNER_LENGTH = 40;

/**
 * Applies missing migrations, one process at a time. Costs two statements when none are missing.
 * @param serving connection for reads; `migrating` opens the one for changes, which may be the same
 * @throws HostError `database_migrations_invalid`, `database_migrations_diverged`, `database_migration_failed`
 *   (completed steps are not repeated); 409 `database_table_taken`, `database_adoption_failed`;
 *   `database_schema_damaged`, `database_permission_missing`; 503 `database_copy_incomplete`,
 *   `backup_restore_incomplete`
 */
export async function migrateSchema(
  serving: Kysely<unknown>,
  withMigrating: <T>(work: (kysely: Kysely<unknown>) => Promise<T>) => Promise<T>,
  dialect: Dialect,
  owners: readonly OwnedMigrations[],
  options: MigrateOptions = {},
): Promise<AppliedMigration[]> {
  for (const [owner, migrations] of owners) {
    assertIdentifier('migrations of', ownerKey(owner), OWNER_LENGTH);
    assertAscending(owner, migrations);
  }
  const state = await readSchema(serving, dialect.inspection, ownersOf(owners));
  if (options.isTransfer !== true) assertWhole(state.marker);
  const needs = migrationNeeds(state.applied, owners);
  if (state.hasRecord && needs.missing.length === 0 && !hasLeftovers(state) && !(await isDamaged(state, owners))) {
    assertOneLine(needs);
    if (needs.newer.length > 0) options.onNewer?.(needs.newer);
    return [];
  }
  return withMigrating((kysely) =>
    changeSchema({ kysely, dialect }, owners, (change) => applyMissing(change, owners, options), options),
  );
}

async function applyMissing(
  change: SchemaChange,
  owners: readonly OwnedMigrations[],
  { onNewer }: MigrateOptions,
): Promise<AppliedMigration[]> {
  const { newer } = migrationNeeds(change.applied, owners);
  if (newer.length > 0) onNewer?.(newer);
  const done: AppliedMigration[] = [];
  for (const [owner, migrations] of owners) {
    const before = change.applied.get(ownerKey(owner)) ?? [];
    for (const { name, up } of migrations) {
      if (before.includes(name)) continue;
      try {
        await up(change.schema(owner));
        await change.noteApplied(owner, [name]);
      } catch (error) {
        throw failed(owner, name, error);
      }
      done.push({ owner, migration: name });
    }
  }
  return done;
}

/** @throws HostError `database_migrations_invalid` */
function assertAscending(owner: string, migrations: readonly Migration[]): void {
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

/** Error codes whose messages already say what to do. */
const PLAIN = ['database_permission_missing', 'database_table_taken'];

function failed(owner: string, migration: string, cause: unknown): unknown {
  if (cause instanceof HostError && PLAIN.includes(cause.code)) return cause;
  return new HostError(
    'database_migration_failed',
    `The migration "${migration}" of "${owner}" failed: ${messageOf(cause)}. Fix the cause and start again. Completed steps are not repeated.`,
    { owner, migration },
    { cause },
  );
}
