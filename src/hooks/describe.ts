import type { DefinedHook } from './definitions.js';
import { type HookEntry, type HookRecord, registered } from './entry.js';
import type { HookKind } from './names.js';
import type { ErrorPolicy } from './policy.js';

/** A callback as `list` and `explain` show it. */
export interface CallbackDescription {
  readonly owner: string;
  readonly id: string | null;
  readonly priority: number;
  /** Owners whose callbacks it wants to run before, and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Name of the function, empty for an anonymous one. */
  readonly function: string;
  /** Whether it is left out for now because it has failed too often. */
  readonly suspended: boolean;
}

/** A hook that is defined or in use, as it was when it was asked for. */
export interface HookDescription {
  readonly kind: HookKind;
  readonly name: string;
  /** What was said about it with `define`; null when nobody has. */
  readonly definition: DefinedHook | null;
  /** What becomes of errors of its callbacks, here and now. */
  readonly onError: ErrorPolicy;
  /** How often it was dispatched. */
  readonly runs: number;
  /** In the order they run in; suspended ones at the end. */
  readonly callbacks: readonly CallbackDescription[];
}

/** A hook, and why its callbacks run in the order they do. */
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
  if (record.before.length > 0) reasons.push(`wants to run before ${quote(record.before)}`);
  if (record.after.length > 0) reasons.push(`wants to run after ${quote(record.after)}`);
  if (reasons.length === 1 && previous?.priority === record.priority) {
    reasons.push(`added after the one of "${previous.owner}"`);
  }
  return reasons.join(', ');
}
