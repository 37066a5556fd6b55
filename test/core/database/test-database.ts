import { afterEach, describe } from 'vitest';
import { createDatabase, type Database, type DatabaseOptions } from '../../../src/core/database/database.js';
import { DEFAULT_PREFIX } from '../../../src/core/database/table-names.js';
import { dialects, freshDatabase, type TestDialect } from '../../support/databases.js';
import { testMigrations } from './test-migrations.js';

export interface TestSite {
  dialect: TestDialect;
  /** Creates an empty database, dropped after the test. */
  url(): Promise<string>;
  /** Opens a database, closed after the test. */
  open(url: string, options?: Partial<DatabaseOptions>): Database;
  /** Creates a database with the test tables. */
  database(options?: Partial<DatabaseOptions>): Promise<Database>;
}

/** Returns the name that a table of Mortise has in a new database. */
export const stored = (name: string): string => `${DEFAULT_PREFIX}${name}`;

/** Runs a suite once per dialect. Its databases are dropped after each test. */
export function describeDialects(subject: string, suite: (site: TestSite) => void): void {
  describe.each(dialects)(`${subject} on $name`, (dialect) => {
    const cleanups: Array<() => Promise<void>> = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });
    const site: TestSite = {
      dialect,
      async url() {
        const { url, drop } = await freshDatabase(dialect);
        cleanups.push(drop);
        return url;
      },
      open(url, options) {
        const db = createDatabase({ url, ...options });
        cleanups.push(db.close);
        return db;
      },
      async database(options) {
        const db = site.open(await site.url(), options);
        await db.migrate('tests', testMigrations);
        return db;
      },
    };
    suite(site);
  });
}
