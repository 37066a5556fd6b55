import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import './versions-table.js';

/**
 * Tells every process that something changed. A change bumps a row in its own transaction; this process hears of it
 * after the commit, the others within the polling interval. Rows, not messages: a process that slept misses nothing.
 */
export interface Versions {
  /** Marks `name` as changed, as part of the running transaction. */
  bump(name: string): Promise<void>;
  /** Calls back when `name` changed, here or elsewhere. The listener may be called once more than needed, never less. */
  watch(name: string, listener: () => void | Promise<void>): { remove(): void };
  /** Looks for changes of other processes now. */
  poll(): Promise<void>;
}

/** In the hands of the host. */
export interface VersionsService extends Versions {
  close(): void;
}

/** Milliseconds between looks at the rows. */
export const POLL_INTERVAL = 1000;

export function createVersions(db: Database, log: Logger, interval = POLL_INTERVAL): VersionsService {
  const listeners = new Map<string, Set<() => void | Promise<void>>>();
  const seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;

  async function read(): Promise<void> {
    const rows = await db.query.selectFrom('versions').select(['name', 'version']).execute();
    for (const row of rows) {
      const version = Number(row.version);
      const before = seen.get(row.name);
      seen.set(row.name, version);
      if (before !== undefined && before !== version) await notify(row.name);
    }
  }

  async function notify(name: string): Promise<void> {
    for (const listener of listeners.get(name) ?? []) {
      try {
        await listener();
      } catch (error) {
        log.error({ err: error, version: name }, 'A listener to changes failed');
      }
    }
  }

  function poll(): Promise<void> {
    polling ??= read()
      .catch((error: unknown) => log.warn({ err: error }, 'Could not look for changes of other processes'))
      .finally(() => {
        polling = null;
      });
    return polling;
  }

  return {
    async bump(name) {
      await db.upsert('versions', { name, version: 1 }, ['name'], (eb) => ({ version: eb('version', '+', 1) }));
      db.afterCommit(async () => {
        const row = await db.query.selectFrom('versions').select('version').where('name', '=', name).executeTakeFirst();
        if (row) seen.set(name, Number(row.version));
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
      clearInterval(timer);
      listeners.clear();
    },
  };
}
