import { DEDUP_VERSION } from './entry-keys.js';
import type { KeyedEntry } from './entry-row.js';
import type { ChunkPlan } from './plan-chunk.js';
import type { StoredRow, StoredRows } from './stored-rows.js';

/** Rows that a dry run would have stored. */
export interface RehearsedRows {
  /** Overlays the stored rows with those of earlier chunks. */
  over(stored: StoredRows): StoredRows;
  /**
   * Records a chunk as if it were stored.
   * @returns the IDs of the rows that it would have inserted
   */
  store(plan: ChunkPlan, format: string): number[];
}

/**
 * Creates the rows of a dry run. Only `byKeys` is overlaid, because rows of the same file are never near duplicates.
 */
export function createRehearsedRows(): RehearsedRows {
  const byKey = new Map<string, StoredRow>();
  /** Former keys of updated rows. */
  const left = new Set<string>();
  // Negative, because stored rows have positive IDs.
  let lastId = 0;

  function put(row: StoredRow): number {
    byKey.set(row.dedup_key, row);
    left.delete(row.dedup_key);
    return row.id;
  }

  return {
    over: (stored) => ({
      ...stored,
      async byKeys(keys) {
        const rows = await stored.byKeys(keys);
        for (const key of keys) {
          const row = byKey.get(key);
          if (row) rows.set(key, row);
          else if (left.has(key)) rows.delete(key);
        }
        return rows;
      },
    }),
    store({ inserts, updates }, format) {
      const added = inserts.map(({ key, likeness, ...keyed }) => {
        lastId -= 1;
        const status = likeness ? 'review' : 'new';
        return put({ ...rehearsed(keyed, key), id: lastId, status, allocated: 0, format });
      });
      for (const { row, key, ...keyed } of updates) {
        left.add(row.dedup_key);
        byKey.delete(row.dedup_key);
        put({ ...row, ...rehearsed(keyed, key) });
      }
      return added;
    },
  };
}

function rehearsed({ entry, keys }: KeyedEntry, key: string) {
  return {
    direction: entry.direction,
    amount: entry.amount,
    currency: entry.currency,
    booked_on: entry.bookedOn,
    booking_status: entry.bookingStatus,
    dedup_key: key,
    dedup_version: DEDUP_VERSION,
    loose_key: keys.loose,
    raw_hash: keys.raw,
  };
}
