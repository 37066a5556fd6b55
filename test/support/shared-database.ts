import type { HostOptions, Plugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { createDatabase, type Database } from '../../src/core/database/database.js';
import type { OwnedMigrations } from '../../src/core/database/missing-migrations.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { migratedDatabase, type TestDialect } from './databases.js';

/** Database of a test and of the processes that it starts. */
export interface SharedDatabase {
  readonly url: string;
  readonly db: Database;
  /** Starts a script of test/failure/processes. Its first argument is the URL of the database. */
  start(script: string, ...parameters: string[]): Script;
  /** Kills the processes and drops the database. */
  close(): Promise<void>;
}

/** @param tables plugins whose tables it has besides those of the core, and further migrations */
export async function shareDatabase(
  dialect: TestDialect,
  {
    plugins = [],
    migrations = [],
  }: { readonly plugins?: readonly Plugin[]; readonly migrations?: readonly OwnedMigrations[] } = {},
): Promise<SharedDatabase> {
  const { url, drop } = await migratedDatabase(dialect, plugins);
  const db = createDatabase({ url });
  await db.migrateAll(migrations);
  return withScripts({ url, db }, async () => {
    await db.close();
    await drop();
  });
}

export interface SharedSite extends SharedDatabase {
  readonly host: TestHost;
}

/** @param options options of the host of the test. Processes create their own. */
export async function shareSite(dialect: TestDialect, options: HostOptions = {}): Promise<SharedSite> {
  const { url, drop } = await migratedDatabase(dialect, options.plugins);
  const host = await createTestHost({ database: url, ...options });
  return withScripts({ url, host, db: host.db }, async () => {
    await host.close();
    await drop();
  });
}

function withScripts<Site>(site: Site & { readonly url: string }, close: () => Promise<void>) {
  const scripts: Script[] = [];
  return {
    ...site,
    start(name: string, ...parameters: string[]) {
      const script = startScript(`../../../failure/processes/${name}.ts`, [site.url, ...parameters]);
      scripts.push(script);
      return script;
    },
    async close() {
      await Promise.all(scripts.map((script) => script.kill('SIGKILL')));
      await close();
    },
  };
}
