import { type Books, bookOf } from './books.js';
import type { Migration } from './migrate.js';

/** Whose migrations they are, and these in ascending order of their names. */
export type OwnedMigrations = readonly [owner: string, migrations: readonly Migration[]];

/** Migrations against what stands in the books. */
export interface MigrationNeeds {
  /** Owners with something to apply, or without a book yet. */
  readonly missing: readonly OwnedMigrations[];
  /** What a newer release has applied: `owner/name`. Migrations only add, so the older one goes on beside it. */
  readonly newer: readonly string[];
}

/** Compares what these owners have with what has been applied, without touching the database. */
export function migrationNeeds(books: Books, owners: readonly OwnedMigrations[]): MigrationNeeds {
  const missing = owners.filter(([owner, migrations]) => {
    const applied = books.get(bookOf(owner));
    return !applied || migrations.some(({ name }) => !applied.includes(name));
  });
  const newer = owners.flatMap(([owner, migrations]) =>
    (books.get(bookOf(owner)) ?? [])
      .filter((applied) => !migrations.some(({ name }) => name === applied))
      .map((applied) => `${owner}/${applied}`),
  );
  return { missing, newer };
}
