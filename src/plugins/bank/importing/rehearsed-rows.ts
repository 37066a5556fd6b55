import type { KeyedEntry } from './entry-row.js';
import type { ChunkPlan } from './plan-chunk.js';
import type { StoredRow, StoredRows } from './stored-rows.js';

/** What an import would have stored by now, where it stores nothing. */
export interface RehearsedRows {
  /** What is stored, as if the earlier chunks were among it. */
  over(stored: StoredRows): StoredRows;
  /** Does as if a chunk were stored. @returns the rows that it would have been about */
  store(plan: ChunkPlan, format: string): number[];
}

/** Rows of its own file are never taken for another format's: only keys are asked for. */
export function createRehearsedRows(): RehearsedRows {
  const byKey = new Map<string, StoredRow>();
  /** Keys that rows had before, and have no longer. */
  const left = new Set<string>();
  // Stored rows have ids above 0.
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
    loose_key: keys.loose,
    raw_hash: keys.raw,
  };
}
