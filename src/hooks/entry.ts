import type { HookKind } from './names.js';
import { orderRecords } from './order.js';
import { DEFAULT_POLICY, type HookPolicy } from './policy.js';
import type { Timing } from './timing.js';

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
  /** Owners on the same hook that it runs before or after, whatever the priorities say. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How long it may take in an asynchronous dispatch; Infinity without a limit of its own. */
  readonly timeoutMs: number;
  /** Lets go of what would remove the record later. */
  readonly release: () => void;
  /** Null until a call was measured. */
  timing: Timing | null;
}

/** One hook: its callbacks and what dispatching them has to remember. */
export interface HookEntry {
  readonly kind: HookKind;
  readonly name: string;
  /** In the order they run, replaced as a whole: who holds an array can tell that the hook has changed. */
  records: readonly HookRecord[];
  /** Registered too, but left out because they have failed too often. */
  suspended: readonly HookRecord[];
  policy: HookPolicy;
  /** Whether any callback or the dispatch as a whole has a deadline. */
  isTimed: boolean;
  /** Whether any callback wants to run before or after another owner's, so that the keys are not the order. */
  isConstrained: boolean;
  /** Dispatches so far, those without callbacks included. */
  runs: number;
  /** Synchronous dispatches since the last change. */
  unchangedRuns: number;
  /** The compiled dispatch of the present records, and the number of arguments it is for; NOT_COMPILED without it. */
  compiled: Callback;
  compiledArity: number;
  /** Whether a handle holds it, so that it must stay the one of its name. */
  isHeld: boolean;
}

/** The list of hooks without callbacks, always this one. */
export const NO_RECORDS: readonly HookRecord[] = Object.freeze([]);

/** No dispatch has this number of arguments. */
export const NOT_COMPILED = -1;

const neverCalled: Callback = () => undefined;

export function createEntry(kind: HookKind, name: string, policy: HookPolicy = DEFAULT_POLICY): HookEntry {
  return {
    // What every dispatch reads comes first, so that it lies together in memory.
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

/** Everything that is registered, whether it runs or is suspended. */
export function registered({ records, suspended }: HookEntry): readonly HookRecord[] {
  return suspended.length === 0 ? records : [...records, ...suspended];
}

/**
 * Puts a record at its place, instead of `replaced` if that is given.
 * @throws HookError `hook_order_cycle`; the list is as before then
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

/** Removes the records that match and returns them. */
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

/** Leaves a record out of the runs without forgetting it. */
export function suspendRecord(entry: HookEntry, record: HookRecord): void {
  change(
    entry,
    entry.records.filter((other) => other !== record),
    [...entry.suspended, record],
  );
}

/** @returns false when the record was removed meanwhile */
export function resumeRecord(entry: HookEntry, record: HookRecord): boolean {
  if (!entry.suspended.includes(record)) return false;
  entry.suspended = entry.suspended.filter((other) => other !== record);
  insertRecord(entry, record);
  return true;
}

/** Has runs use another policy from now on. */
export function setPolicy(entry: HookEntry, policy: HookPolicy): void {
  entry.policy = policy;
  change(entry, entry.records, entry.suspended);
}

/**
 * Where a run goes on that has just called `record`: right behind its place, in a list that is in the order of keys.
 * Places are keys and not positions, so that no change in between can skip a callback or call one twice.
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

/** Whether a record wants another place than its key gives it. */
export function hasWish({ before, after }: HookRecord): boolean {
  return before.length > 0 || after.length > 0;
}

/**
 * Puts a list in place that is in the order of keys, but for callbacks that want to run before or after others'. Those
 * that are left out have their wishes too: none of them may find the way back closed.
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
