import { createDatabase, type Database } from '../../src/core/database/database.js';
import type { Migration } from '../../src/core/database/migrate.js';
import { CORE_MIGRATIONS } from '../../src/core/host/core-migrations.js';
import { freshDatabase, type TestDialect } from './databases.js';
import { interruptMigrations } from './interrupted-migrations.js';

/**
 * Applies the last migrations of a plugin to a database with rows of an earlier release, interrupted after each of
 * their steps and then completed. Calls `check` with each of these databases.
 * @param before number of migrations of the earlier release
 */
export async function adoptAtEachStep(
  dialect: TestDialect,
  { owner, migrations, before }: { owner: string; migrations: readonly Migration[]; before: number },
  fill: (db: Database) => Promise<void>,
  check: (url: string) => Promise<void>,
): Promise<number> {
  const databases: { url: string; drop(): Promise<void> }[] = [];
  try {
    const freshUrl = async (): Promise<string> => {
      const database = await freshDatabase(dialect);
      databases.push(database);
      const db = createDatabase(database);
      await db.migrateAll([...CORE_MIGRATIONS, [owner, migrations.slice(0, before)]]);
      await fill(db);
      await db.close();
      return database.url;
    };
    const steps = await interruptMigrations(freshUrl, owner, migrations);
    for (const { url } of databases) await check(url);
    return steps;
  } finally {
    for (const { drop } of databases) await drop();
  }
}
