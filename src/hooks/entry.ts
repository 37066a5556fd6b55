import type { HookKind } from './names.js';
import { orderRecords } from './order.js';
import { DEFAULT_POLICY, type HookPolicy } from './policy.js';
import type { Timing } from './timing.js';

/** Callback as called by the hook system. Declared types are enforced by the verbs. */
export type Callback = (...args: unknown[]) => unknown;

/** Maximum number of arguments of a compiled dispatch. Dispatches with more are rare and get interpreted. */
export const MAX_ARITY = 4;

/**
 * Registered callback. (priority, sequence) is its sort key: unique, never reused, constant for the record's
 * lifetime.
 */
export interface HookRecord {
  readonly callback: Callback;
  readonly priority: number;
  readonly sequence: number;
  readonly owner: string;
  readonly id: string | null;
  /** Owners on the same hook that it runs before or after, regardless of priority. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Time limit in an asynchronous dispatch, in milliseconds; Infinity without one. */
  readonly timeoutMs: number;
  /** Detaches the abort listener that would remove the record. */
  readonly release: () => void;
  /** Null until a call is measured. */
  timing: Timing | null;
}

/** Hook with its callbacks and dispatch state. */
export interface HookEntry {
  readonly kind: HookKind;
  readonly name: string;
  /**
   * Callbacks in execution order. Every change replaces the array, so a different reference means the hook has
   * changed.
   */
  records: readonly HookRecord[];
  /** Callbacks that are registered but suspended because they failed too often. */
  suspended: readonly HookRecord[];
  policy: HookPolicy;
  /** Whether a callback, or the dispatch as a whole, has a deadline. */
  isTimed: boolean;
  /** Whether a callback has `before` or `after` constraints, so that the sort keys do not define the order. */
  isConstrained: boolean;
  /** Number of dispatches so far, including those without callbacks. */
  runs: number;
  /** Number of synchronous dispatches since the last change. */
  unchangedRuns: number;
  /** Compiled dispatch of the current records, and its number of arguments; NOT_COMPILED if there is none. */
  compiled: Callback;
  compiledArity: number;
  /** Whether a handle refers to it, so that it must stay registered under its name. */
  isHeld: boolean;
}

/** Shared list of every hook without callbacks; compared by reference. */
export const NO_RECORDS: readonly HookRecord[] = Object.freeze([]);

/** Arity that no dispatch has. */
export const NOT_COMPILED = -1;

const neverCalled: Callback = () => undefined;

export function createEntry(kind: HookKind, name: string, policy: HookPolicy = DEFAULT_POLICY): HookEntry {
  return {
    // The fields that every dispatch reads are first, so that they are adjacent in memory.
    records: NO_RECORDS,
    runs: 0,
    compiledArity: NOT_COMPILED,
    compiled: neverCalled,
    kind,
    name,
    policy,
    suspended: NO_RECORDS,
    isTimed: false,
    isConstrained: false,
    unchangedRuns: 0,
    isHeld: false,
  };
}

/** Returns all registered records, active and suspended. */
export function registered({ records, suspended }: HookEntry): readonly HookRecord[] {
  return suspended.length === 0 ? records : [...records, ...suspended];
}

/**
 * Inserts a record at its place, replacing `replaced` if given.
 * @throws HookError `hook_order_cycle`, leaving the list unchanged
 */
export function insertRecord(entry: HookEntry, record: HookRecord, replaced?: HookRecord): void {
  const records = entry.records.filter((other) => other !== replaced);
  let index = records.length;
  while (index > 0 && isAfter(records[index - 1], record)) index--;
  records.splice(index, 0, record);
  change(
    entry,
    records,
    entry.suspended.filter((other) => other !== replaced),
  );
  replaced?.release();
}

/** Removes and returns the records that match. */
export function removeRecords(entry: HookEntry, matches: (record: HookRecord) => boolean): readonly HookRecord[] {
  const rest: HookRecord[] = [];
  const removed: HookRecord[] = [];
  for (const record of entry.records) (matches(record) ? removed : rest).push(record);
  const suspended: HookRecord[] = [];
  for (const record of entry.suspended) (matches(record) ? removed : suspended).push(record);
  if (removed.length > 0) change(entry, rest, suspended);
  for (const record of removed) record.release();
  return removed;
}

/** Excludes a record from dispatches but keeps it registered. */
export function suspendRecord(entry: HookEntry, record: HookRecord): void {
  change(
    entry,
    entry.records.filter((other) => other !== record),
    [...entry.suspended, record],
  );
}

/** @returns false if the record has been removed */
export function resumeRecord(entry: HookEntry, record: HookRecord): boolean {
  if (!entry.suspended.includes(record)) return false;
  entry.suspended = entry.suspended.filter((other) => other !== record);
  insertRecord(entry, record);
  return true;
}

/** Sets the policy for future dispatches. */
export function setPolicy(entry: HookEntry, policy: HookPolicy): void {
  entry.policy = policy;
  change(entry, entry.records, entry.suspended);
}

/**
 * Returns the index after `record` in a list in key order, even if the record is no longer there. Comparing keys
 * instead of indexes ensures that no change skips a callback or calls one twice.
 */
export function indexAfter(records: readonly HookRecord[], record: HookRecord): number {
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

/** Whether a record has order constraints. */
export function hasWish({ before, after }: HookRecord): boolean {
  return before.length > 0 || after.length > 0;
}

/**
 * Installs the new lists: in key order, except for callbacks with constraints. Suspended records are ordered too, so
 * that resuming one can never fail with a cycle.
 */
function change(entry: HookEntry, records: readonly HookRecord[], suspended: readonly HookRecord[]): void {
  const { timeoutMs, budgetMs } = entry.policy;
  let shortest = Math.min(timeoutMs, budgetMs);
  let isConstrained = suspended.some(hasWish);
  for (const record of records) {
    shortest = Math.min(shortest, record.timeoutMs);
    isConstrained ||= hasWish(record);
  }
  const ordered =
    isConstrained || entry.isConstrained
      ? orderRecords(entry.name, [...records, ...suspended]).filter((record) => !suspended.includes(record))
      : records;
  entry.records = ordered.length === 0 ? NO_RECORDS : ordered;
  entry.suspended = suspended;
  entry.isTimed = shortest < Number.POSITIVE_INFINITY;
  entry.isConstrained = isConstrained;
  entry.unchangedRuns = 0;
  entry.compiled = neverCalled;
  entry.compiledArity = NOT_COMPILED;
}
