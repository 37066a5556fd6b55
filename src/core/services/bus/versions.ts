import type { Logger } from 'pino';
import { detached } from '../../../hooks/async-context.js';
import { shareRuns } from '../../concurrency/share-runs.js';
import type { Database } from '../../database/database.js';
import type { Bus } from './bus.js';
import './versions-table.js';

/**
 * Tells every process that something changed. A change bumps a row in its own transaction; this process hears of it
 * after the commit, the others by a message where the bus reaches them, and within the polling interval anyway. What
 * counts are the rows: a process that slept or lost a message misses nothing.
 */
export interface Versions {
  /** Marks `name` as changed, as part of the running transaction. */
  bump(name: string): Promise<void>;
  /** Calls back when `name` changed, here or elsewhere. The listener may be called once more than needed, never less. */
  watch(name: string, listener: () => void | Promise<void>): { remove(): void };
  /** Looks for changes of other processes now; inside a transaction after its commit. */
  poll(): Promise<void>;
}

/** In the hands of the host. */
export interface VersionsService extends Versions {
  /** When the last look at the rows that succeeded began, by `performance.now()`; listeners have been called since. */
  readonly checkedAt: number;
  close(): void;
}

/** Milliseconds between looks at the rows. */
export const POLL_INTERVAL = 1000;

export interface VersionsOptions {
  /** Brings news of other processes sooner. */
  readonly bus?: Bus;
  /** Milliseconds between looks at the rows. */
  readonly interval?: number;
}

/** The topic of the messages that a version was bumped. */
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

  /** A listener that takes long holds up neither the others nor the next look. */
  const look = shareRuns(async (): Promise<{ readonly told: Promise<unknown> }> => {
    const began = performance.now();
    const rows = await db.query.selectFrom('versions').select(['name', 'version']).execute();
    const changed = rows.filter(({ name, version }) => {
      const before = seen.get(name);
      seen.set(name, Number(version));
      return before !== undefined && before !== Number(version);
    });
    checkedAt = began;
    return { told: Promise.all(changed.map(({ name }) => notify(name))) };
  });

  async function notify(name: string): Promise<void> {
    for (const listener of listeners.get(name) ?? []) {
      try {
        await detached(listener);
      } catch (error) {
        log.error({ err: error, version: name }, 'A listener to changes failed');
      }
    }
  }

  async function poll(): Promise<void> {
    if (isClosed) return;
    // What is seen in a transaction may be older than what others have committed, and newer than what it will commit.
    if (db.isInTransaction()) return db.afterCommit(poll);
    try {
      await (await look()).told;
    } catch (error) {
      // A look that was under way when the database was closed is missed by nobody.
      if (!isClosed) log.warn({ err: error }, 'Could not look for changes of other processes');
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
