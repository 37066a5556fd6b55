export type HookKind = 'action' | 'filter';

/** A callback as the hook system calls it; the declared types hold at the verbs. */
export type Callback = (...args: unknown[]) => unknown;

/** The most arguments that a dispatch is compiled for; those with more are rare, and interpreted. */
export const MAX_ARITY = 4;

/** One registered callback. (priority, sequence) is its place: unique, never reused, kept while the record lives. */
export interface HookRecord {
  readonly callback: Callback;
  readonly priority: number;
  readonly sequence: number;
  readonly owner: string;
  readonly id: string | null;
  /** Lets go of what would remove the record later. */
  readonly release: () => void;
}

/** One hook: its callbacks and what dispatching them has to remember. */
export interface HookEntry {
  readonly kind: HookKind;
  readonly name: string;
  /** Sorted by (priority, sequence) and replaced as a whole: who holds an array can tell that the hook has changed. */
  records: readonly HookRecord[];
  /** Dispatches so far, those without callbacks included. */
  runs: number;
  /** Synchronous dispatches in flight, one inside the other. */
  depth: number;
  /** Synchronous dispatches since the last change. */
  unchangedRuns: number;
  /** The compiled dispatch by number of arguments, as far as there is one for the present records. */
  compiled: readonly (Callback | undefined)[];
}

const NO_RECORDS: readonly HookRecord[] = Object.freeze([]);
const NOT_COMPILED: readonly (Callback | undefined)[] = Object.freeze(
  Array.from({ length: MAX_ARITY + 1 }, () => undefined),
);

export function createEntry(kind: HookKind, name: string): HookEntry {
  return { kind, name, records: NO_RECORDS, runs: 0, depth: 0, unchangedRuns: 0, compiled: NOT_COMPILED };
}

/** Puts a record at its place, instead of `replaced` if that is given. */
export function insertRecord(entry: HookEntry, record: HookRecord, replaced: HookRecord | undefined): void {
  const records = entry.records.filter((other) => other !== replaced);
  let index = records.length;
  while (index > 0 && isAfter(records[index - 1], record)) index--;
  records.splice(index, 0, record);
  change(entry, records);
  replaced?.release();
}

/** Removes the records that match and returns them. */
export function removeRecords(entry: HookEntry, matches: (record: HookRecord) => boolean): HookRecord[] {
  const removed = entry.records.filter(matches);
  if (removed.length > 0) {
    change(
      entry,
      removed.length === entry.records.length ? NO_RECORDS : entry.records.filter((record) => !matches(record)),
    );
    for (const record of removed) record.release();
  }
  return removed;
}

/**
 * Where a run goes on that has just called `record`, found at `index` then: right behind its place in the list as it is
 * now. Places are keys and not positions, so that no change in between can skip a callback or call one twice.
 */
export function indexAfter(records: readonly HookRecord[], record: HookRecord, index: number): number {
  if (records[index] === record) return index + 1;
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(records[middle], record)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isAfter(one: HookRecord | undefined, other: HookRecord): boolean {
  if (one === undefined) return false;
  return one.priority > other.priority || (one.priority === other.priority && one.sequence > other.sequence);
}

function change(entry: HookEntry, records: readonly HookRecord[]): void {
  entry.records = records;
  entry.unchangedRuns = 0;
  entry.compiled = NOT_COMPILED;
}
