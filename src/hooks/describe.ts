import type { DefinedHook } from './definitions.js';
import { type HookEntry, type HookRecord, registered } from './entry.js';
import type { HookKind } from './names.js';
import type { ErrorPolicy } from './policy.js';

/** Callback as returned by `list` and `explain`. */
export interface CallbackDescription {
  readonly owner: string;
  readonly id: string | null;
  readonly priority: number;
  /** Owners whose callbacks must run after it (`before`) and before it (`after`). */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Function name; empty for an anonymous function. */
  readonly function: string;
  /** Whether it is suspended because it failed too often. */
  readonly suspended: boolean;
}

/** Snapshot of a hook that is defined or in use. */
export interface HookDescription {
  readonly kind: HookKind;
  readonly name: string;
  /** Definition from `define`; null if the hook is undefined. */
  readonly definition: DefinedHook | null;
  /** Error policy in effect for its callbacks. */
  readonly onError: ErrorPolicy;
  /** Number of dispatches so far. */
  readonly runs: number;
  /** Callbacks in execution order; suspended ones at the end. */
  readonly callbacks: readonly CallbackDescription[];
}

/** Hook with the reasons for the order of its callbacks. */
export interface HookExplanation extends HookDescription {
  readonly callbacks: readonly (CallbackDescription & { readonly why: string })[];
}

export function describeHook(entry: HookEntry, definition: DefinedHook | undefined): HookDescription {
  const { kind, name, runs, policy } = entry;
  const callbacks = registered(entry).map((record) => describeCallback(entry, record));
  return { kind, name, definition: definition ?? null, onError: policy.onError, runs, callbacks };
}

export function explainHook(entry: HookEntry, definition: DefinedHook | undefined): HookExplanation {
  const callbacks = registered(entry).map((record, index, all) => ({
    ...describeCallback(entry, record),
    why: whyThere(record, all[index - 1], entry),
  }));
  return { ...describeHook(entry, definition), callbacks };
}

function describeCallback(entry: HookEntry, record: HookRecord): CallbackDescription {
  const { owner, id, priority, before, after, callback } = record;
  return { owner, id, priority, before, after, function: callback.name, suspended: entry.suspended.includes(record) };
}

function whyThere(record: HookRecord, previous: HookRecord | undefined, entry: HookEntry): string {
  if (entry.suspended.includes(record)) return 'suspended after repeated failures';
  const quote = (owners: readonly string[]) => owners.map((owner) => `"${owner}"`).join(', ');
  const reasons = [`priority ${record.priority}`];
  if (record.before.length > 0) reasons.push(`must run before ${quote(record.before)}`);
  if (record.after.length > 0) reasons.push(`must run after ${quote(record.after)}`);
  if (reasons.length === 1 && previous?.priority === record.priority) {
    reasons.push(`added after the one of "${previous.owner}"`);
  }
  return reasons.join(', ');
}
