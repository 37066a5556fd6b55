import { HostError } from '../errors.js';
import type { Migration } from './migrate.js';
import { type AppliedMigrations, ownerKey } from './schema-record.js';

/** Owner and its migrations, in ascending order of name. */
export type OwnedMigrations = readonly [owner: string, migrations: readonly Migration[]];

export function ownersOf(owners: readonly OwnedMigrations[]): string[] {
  return owners.map(([owner]) => owner);
}

/** Differences between the configured and the applied migrations; unknown applied ones are `owner/name`. */
export interface MigrationNeeds {
  /** Owners with missing migrations. */
  readonly missing: readonly OwnedMigrations[];
  /** Unknown migrations after all known ones, from a newer release. They only add, so the older release still works. */
  readonly newer: readonly string[];
  /** Unknown migrations from another branch. They sort before known ones, or known ones are missing too. */
  readonly diverged: readonly string[];
}

/** Compares the owners' migrations with the applied ones, without database access. */
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

/** @throws HostError `database_migrations_diverged` when another line of releases has applied migrations */
export function assertOneLine({ diverged }: MigrationNeeds): void {
  if (diverged.length === 0) return;
  throw new HostError(
    'database_migrations_diverged',
    `The database has migrations from another branch or a changed build: ${diverged.join(', ')}. Start the build that has them, or restore a backup made before them.`,
    { migrations: diverged },
  );
}
