import { type HookEntry, type HookRecord, hasWish, indexAfter } from './entry.js';
import { HookError } from './hook-error.js';

/** Where a run stands in the list of its hook, which may change between any two of its callbacks. */
export interface Cursor {
  /** The list as it was when the present callback was called. */
  records: readonly HookRecord[];
  index: number;
  /** Callbacks the run may still call. */
  left: number;
  /**
   * What is behind the run, called or passed over. Null as long as the order of the list is that of its keys, and the
   * place alone tells.
   */
  done: Set<HookRecord> | null;
}

/** @param maxSteps how many callbacks more than there are now the run may call */
export function createCursor({ records }: HookEntry, maxSteps: number): Cursor {
  return { records, index: 0, left: records.length + maxSteps, done: null };
}

/** The callback to call; undefined when the run is over. @throws HookError `hook_endless_run` */
export function currentRecord(entry: HookEntry, cursor: Cursor): HookRecord | undefined {
  const record = cursor.records[cursor.index];
  if (record !== undefined && cursor.left-- === 0) {
    throw new HookError(
      'hook_endless_run',
      `One run of the ${entry.kind} "${entry.name}" called far more callbacks than it began with, the last of ${record.owner}. A callback that adds callbacks behind itself whenever it is called needs an end.`,
    );
  }
  return record;
}

/** Goes to the place behind the present callback, in the list as it is now. */
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
  // A wish may have turned the order around: what was called must not be called again, and what was waiting must be.
  cursor.done = passOver(records, seen, index, cursor.done ?? new Set(seen.slice(0, index)));
  const { done } = cursor;
  const next = records.findIndex((record) => !done.has(record));
  cursor.index = next === -1 ? records.length : next;
}

/** Adds the present callback to what is done, and whatever was added in front of it. */
function passOver(
  records: readonly HookRecord[],
  seen: readonly HookRecord[],
  index: number,
  done: Set<HookRecord>,
): Set<HookRecord> {
  const last = seen[index];
  if (last) done.add(last);
  // Its place: behind itself or, if it is gone, behind what stood in front of it.
  const anchor = seen.slice(0, index + 1).findLast((record) => records.includes(record));
  const place = anchor ? records.indexOf(anchor) : -1;
  for (const record of records.slice(0, Math.max(place, 0))) if (!seen.includes(record)) done.add(record);
  return done;
}
