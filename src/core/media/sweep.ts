import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Locks } from '../services/locks/locks.js';
import type { ObjectStoreService, StoredObject } from '../services/objects/object-store.js';
import { MEDIA_KEYS, tokenOf } from './addresses.js';
import './tables.js';

const DAY = 24 * 60 * 60 * 1000;
const LOCK = 'media-sweep';
/** Tokens looked up per query. */
const BATCH = 200;

export interface SweepParts {
  readonly db: Database;
  readonly objects: ObjectStoreService;
  readonly locks: Locks;
  readonly log: Logger;
}

/**
 * Deletes files that no row refers to, as left behind by crashed processes. Files from the last day are kept, since
 * their rows may still be written.
 * @returns the number of deleted files, or null if another process is sweeping
 */
export async function sweepMedia({ db, objects, locks, log }: SweepParts, now = Date.now()): Promise<number | null> {
  const lease = await locks.acquire(LOCK);
  if (!lease) return null;
  const before = new Date(now - DAY);
  let removed = 0;

  async function removeUnnamed(found: ReadonlyMap<string, readonly StoredObject[]>): Promise<void> {
    const tokens = [...found.keys()];
    if (tokens.length === 0) return;
    const rows = await db.query.selectFrom('attachments').select('token').where('token', 'in', tokens).execute();
    const named = new Set(rows.map(({ token }) => token));
    for (const [token, files] of found) {
      if (named.has(token) || files.some(({ modifiedAt }) => modifiedAt >= before)) continue;
      for (const { key } of files) await objects.delete(key);
      removed += files.length;
    }
  }

  try {
    removed += await objects.sweep(before);
    let found = new Map<string, StoredObject[]>();
    for await (const object of objects.list(MEDIA_KEYS)) {
      if (lease.signal.aborted) break;
      const token = tokenOf(object.key);
      if (token === null) continue;
      // Keys are sorted, so every token but the last is complete.
      if (!found.has(token) && found.size >= BATCH) {
        await removeUnnamed(found);
        found = new Map();
      }
      found.set(token, [...(found.get(token) ?? []), object]);
    }
    await removeUnnamed(found);
    if (removed > 0) log.info({ removed }, 'Deleted unused files');
    return removed;
  } finally {
    await lease.release();
  }
}
