import { HostError } from '../errors.js';
import type { Migration } from './migrate.js';
import { type AppliedMigrations, ownerKey } from './schema-record.js';

/** Whose migrations they are, and these in ascending order of their names. */
export type OwnedMigrations = readonly [owner: string, migrations: readonly Migration[]];

/** Migrations compared with the applied ones; those that were applied and are not known are `owner/name`. */
export interface MigrationNeeds {
  /** Owners with something to apply. */
  readonly missing: readonly OwnedMigrations[];
  /** What a newer release has applied after all that is known. Migrations only add, so the older one goes on beside it. */
  readonly newer: readonly string[];
  /** What no release of the same line has applied: it stands before known ones, or known ones are missing besides it. */
  readonly diverged: readonly string[];
}

/** Compares what these owners have with what has been applied, without touching the database. */
export function migrationNeeds(applied: AppliedMigrations, owners: readonly OwnedMigrations[]): MigrationNeeds {
  const missing: OwnedMigrations[] = [];
  const newer: string[] = [];
  const diverged: string[] = [];
  for (const [owner, migrations] of owners) {
    const names = applied.get(ownerKey(owner));
    const isComplete = migrations.every(({ name }) => names?.includes(name));
    if (!isComplete) missing.push([owner, migrations]);
    const last = migrations.at(-1)?.name ?? '';
    for (const name of names ?? []) {
      if (migrations.some((migration) => migration.name === name)) continue;
      (isComplete && name > last ? newer : diverged).push(`${owner}/${name}`);
    }
  }
  return { missing, newer, diverged };
}

/** @throws HostError `database_migrations_diverged` when something was applied that is of another line of releases */
export function assertOneLine({ diverged }: MigrationNeeds): void {
  if (diverged.length === 0) return;
  throw new HostError(
    'database_migrations_diverged',
    `The database has migrations that this release does not know, and that no newer one can have added: ${diverged.join(', ')}. They come from another branch, or from a build of which they were removed. Start the build that has them, or restore a backup from before them.`,
    { migrations: diverged },
  );
}
