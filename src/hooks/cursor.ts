import { type HookEntry, type HookRecord, hasWish, indexAfter } from './entry.js';
import { HookError } from './hook-error.js';

/** Position of a run in the callback list of its hook. The list may change between two callbacks. */
export interface Cursor {
  /** List at the time the current callback was called. */
  records: readonly HookRecord[];
  index: number;
  /** Number of callbacks the run may still call. */
  left: number;
  /** Callbacks already called or skipped. Null while the list is in key order, where the index is enough. */
  done: Set<HookRecord> | null;
}

/** @param maxSteps maximum number of callbacks to call beyond those in the list now */
export function createCursor({ records }: HookEntry, maxSteps: number): Cursor {
  return { records, index: 0, left: records.length + maxSteps, done: null };
}

/** Returns the callback to call, or undefined if the run is over. @throws HookError `hook_endless_run` */
export function currentRecord(entry: HookEntry, cursor: Cursor): HookRecord | undefined {
  const record = cursor.records[cursor.index];
  if (record !== undefined && cursor.left-- === 0) {
    throw new HookError(
      'hook_endless_run',
      `A run of the ${entry.kind} "${entry.name}" called far more callbacks than at its start, the last of ${record.owner}. A callback that adds callbacks on every call must stop at some point.`,
    );
  }
  return record;
}

/** Moves past the current callback, in the list as it is now. */
export function advance(entry: HookEntry, cursor: Cursor): void {
  if (entry.records === cursor.records && cursor.done === null) cursor.index++;
  else advanceInChanged(entry, cursor);
}

function advanceInChanged(entry: HookEntry, cursor: Cursor): void {
  const { records: seen, index } = cursor;
  const { records } = entry;
  const wasConstrained = cursor.done !== null || seen.some(hasWish);
  cursor.records = records;
  if (!wasConstrained && !entry.isConstrained) {
    const last = seen[index];
    cursor.index = last === undefined ? records.length : indexAfter(records, last);
    return;
  }
  // A constraint may have changed the order: never call a callback twice, and never skip one that is still pending.
  cursor.done = passOver(records, seen, index, cursor.done ?? new Set(seen.slice(0, index)));
  const { done } = cursor;
  const next = records.findIndex((record) => !done.has(record));
  cursor.index = next === -1 ? records.length : next;
}

/** Marks the current callback as done, along with those added before it. */
function passOver(
  records: readonly HookRecord[],
  seen: readonly HookRecord[],
  index: number,
  done: Set<HookRecord>,
): Set<HookRecord> {
  const last = seen[index];
  if (last) done.add(last);
  // Resume after the current callback or, if it was removed, after its closest remaining predecessor.
  const anchor = seen.slice(0, index + 1).findLast((record) => records.includes(record));
  const place = anchor ? records.indexOf(anchor) : -1;
  for (const record of records.slice(0, Math.max(place, 0))) if (!seen.includes(record)) done.add(record);
  return done;
}
