import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import type { TestProject } from 'vitest/node';
import { CHROMIUM } from './chromium.js';
import { startMariadb } from './mariadb-server.js';
import { oncePerRun } from './once-per-run.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** External services available for this run. */
    services: readonly Service[];
    /** URL of the MariaDB server with the databases of this run, if there is one. */
    mariadb: string | null;
  }
}

export type Service = 'mariadb' | 'redis' | 'chromium' | 'corpus';

const MARIADB_PORT = 3306;

/** Finds the services that tests use. The run fails if a missing one is in MORTISE_REQUIRE. */
export default async function provideServices(project: TestProject): Promise<() => Promise<void>> {
  const found = await oncePerRun('services', findServices);
  project.provide('services', found.services);
  project.provide('mariadb', found.mariadb?.url ?? null);
  return () => oncePerRun('services closed', async () => found.mariadb?.close());
}

const HOW_TO_GET: Readonly<Record<Service, string>> = {
  mariadb: 'install mariadb-server, or set MORTISE_TEST_MYSQL_URL',
  redis: 'start redis-server on port 6379',
  chromium: 'install chromium-headless-shell, or set MORTISE_CHROMIUM',
  corpus: 'set MORTISE_CORPUS to the folder of the corpus',
};

export interface FoundServices {
  readonly services: readonly Service[];
  /** A line for each missing service that says how to get it. */
  readonly missing: readonly string[];
  readonly mariadb: { readonly url: string; close(): Promise<void> } | undefined;
}

async function findServices(): Promise<FoundServices> {
  const required = (process.env.MORTISE_REQUIRE ?? '').split(',').filter((name) => name !== '');
  const mariadb = await findMariadb();
  const isThere: Readonly<Record<Service, boolean>> = {
    mariadb: mariadb !== undefined,
    redis: await answers(6379),
    chromium: existsSync(CHROMIUM),
    corpus: process.env.MORTISE_CORPUS !== undefined && existsSync(process.env.MORTISE_CORPUS),
  };
  const services = Object.keys(isThere) as Service[];
  const missing = services.filter((name) => !isThere[name]);
  const needed = missing.find((name) => required.includes(name));
  if (needed) throw new Error(`MORTISE_REQUIRE names ${needed}, which was not found: ${HOW_TO_GET[needed]}.`);
  return {
    services: services.filter((name) => isThere[name]),
    missing: missing.map((name) => `skipped: tests that need ${name}, which was not found (${HOW_TO_GET[name]})`),
    mariadb,
  };
}

/** Returns the server of MORTISE_TEST_MYSQL_URL, else one of this run, else the one on the default port. */
async function findMariadb(): Promise<FoundServices['mariadb']> {
  const foreign = (url: string) => ({ url, close: async () => {} });
  if (process.env.MORTISE_TEST_MYSQL_URL) return foreign(process.env.MORTISE_TEST_MYSQL_URL);
  try {
    // Its data need not survive a power failure and is in memory, which makes creating tables ten times as fast.
    return await startMariadb([
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=0',
      // Tests create and drop small tables by the hundred thousand: use no file per table and no stored statistics.
      '--innodb-file-per-table=0',
      '--innodb-stats-persistent=0',
      '--innodb-buffer-pool-size=128M',
      '--innodb-log-file-size=256M',
      '--character-set-server=utf8mb4',
      '--max-connections=500',
    ]);
  } catch (error) {
    if (!(await answers(MARIADB_PORT))) return undefined;
    console.log(`The tests use the MariaDB on port ${MARIADB_PORT}, since none of their own starts: ${String(error)}`);
    return foreign(`mysql://root@127.0.0.1:${MARIADB_PORT}`);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 1000 });
    const finish = (result: boolean) => () => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', finish(true)).once('error', finish(false)).once('timeout', finish(false));
  });
}
