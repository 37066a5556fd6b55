import type { Logger } from 'pino';
import { detached } from '../../../hooks/async-context.js';
import { shareRuns } from '../../concurrency/share-runs.js';
import type { Database } from '../../database/database.js';
import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';
import type { Bus } from './bus.js';

/**
 * Notifies every process of changes. A change bumps a row in its own transaction. This process is notified after the
 * commit, the others by a bus message or, at the latest, by polling. The rows are the source of truth, so a process
 * that slept or lost a message misses nothing.
 */
export interface Versions {
  /** Marks `name` as changed, as part of the running transaction. */
  bump(name: string): Promise<void>;
  /** Calls back when `name` changes in any process. Delivery is at least once. */
  watch(name: string, listener: () => void | Promise<void>): { remove(): void };
  /** Checks for changes by other processes now; inside a transaction, after its commit. */
  poll(): Promise<void>;
}

/** Versions API for the host. */
export interface VersionsService extends Versions {
  /** Start of the last successful check, by `performance.now()`. Listeners have been called since. */
  readonly checkedAt: number;
  close(): void;
}

/** Milliseconds between checks of the rows. */
export const POLL_INTERVAL = 1000;

export interface VersionsOptions {
  /** Delivers changes of other processes sooner. */
  readonly bus?: Bus;
  /** Milliseconds between checks of the rows. @default 1000 */
  readonly interval?: number;
}

/** Topic of the message sent after a bump. */
const TOPIC = 'versions';

export function createVersions(
  db: Database,
  log: Logger,
  { bus, interval = POLL_INTERVAL }: VersionsOptions = {},
): VersionsService {
  const listeners = new Map<string, Set<() => void | Promise<void>>>();
  const seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  /** Runs listeners in the background, so that a slow one delays neither the others nor the next check. */
  const look = shareRuns(async (): Promise<{ readonly notified: Promise<unknown> }> => {
    const began = performance.now();
    const rows = await db.query.selectFrom('versions').select(['name', 'version']).execute();
    const changed = rows.filter(({ name, version }) => {
      const before = seen.get(name);
      seen.set(name, Number(version));
      return before !== undefined && before !== Number(version);
    });
    checkedAt = began;
    return { notified: Promise.all(changed.map(({ name }) => notify(name))) };
  });

  async function notify(name: string): Promise<void> {
    for (const listener of listeners.get(name) ?? []) {
      try {
        await detached(listener);
      } catch (error) {
        log.error({ err: error, version: name }, 'A change listener failed');
      }
    }
  }

  async function poll(): Promise<void> {
    if (isClosed) return;
    // A transaction may read rows that are older than other commits, or newer ones that it may still roll back.
    if (db.isInTransaction()) return db.afterCommit(poll);
    try {
      await (await look()).notified;
    } catch (error) {
      // A check interrupted by closing the database is no problem.
      if (!isClosed) log.warn({ err: error }, 'Could not check for changes of other processes');
    }
  }

  const subscriptions = [
    bus?.subscribe(TOPIC, ({ name, version }) => {
      if (timer && seen.get(String(name)) !== version) return poll();
    }),
    bus?.onReconnect(() => {
      if (timer) return poll();
    }),
  ];

  return {
    get checkedAt() {
      return checkedAt;
    },
    async bump(name) {
      await db.upsert('versions', { name, version: 1 }, ['name'], (eb) => ({ version: eb('version', '+', 1) }));
      db.afterCommit(async () => {
        const row = await db.query.selectFrom('versions').select('version').where('name', '=', name).executeTakeFirst();
        if (row) {
          const version = Number(row.version);
          seen.set(name, version);
          bus?.publish(TOPIC, { name, version });
        }
        await notify(name);
      });
    },
    watch(name, listener) {
      const set = listeners.get(name) ?? new Set();
      set.add(listener);
      listeners.set(name, set);
      if (!seen.has(name)) seen.set(name, 0);
      timer ??= setInterval(poll, interval).unref();
      return { remove: () => set.delete(listener) };
    },
    poll,
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const subscription of subscriptions) subscription?.remove();
      listeners.clear();
    },
  };
}

const versionsTable = defineTable(
  'versions',
  {
    name: column.key(),
    version: column.integer(),
  },
  { primaryKey: ['name'] },
);

export const versionsMigrations: readonly Migration[] = [
  { name: '0001_versions', up: (schema) => schema.createTable(versionsTable) },
];

declare module '../../database/names.js' {
  interface Tables {
    versions: TableOf<typeof versionsTable>;
  }
}
