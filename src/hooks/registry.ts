import {
  type Callback,
  createEntry,
  type HookEntry,
  type HookKind,
  type HookRecord,
  insertRecord,
  removeRecords,
} from './entry.js';
import { HookError } from './hook-error.js';
import type { Listeners, Subscription } from './listeners.js';
import { checkHookName, checkId, checkOwner } from './name-rules.js';

/** How a callback is registered. */
export interface HookOptions {
  /** Lower runs earlier, 10 by default; any finite number. Callbacks of equal priority run in the order of addition. */
  priority?: number;
  /** Names the callback among those of its owner on this hook: adding it again replaces it. */
  id?: string;
  /** Whose callback it is, `site` by default: the unit of removal, and the name in every warning. */
  owner?: string;
  /** Removes the callback when it aborts. */
  signal?: AbortSignal;
}

/** A callback that was added to a hook or removed from it. */
export interface CallbackEvent {
  readonly kind: HookKind;
  readonly name: string;
  readonly owner: string;
  readonly id: string | null;
  readonly priority: number;
  readonly callback: (...args: never[]) => unknown;
}

/** The hooks of one kind and their callbacks. Actions and filters of one name have nothing to do with each other. */
export interface Registry {
  /** The hook of this name, made when it is new. @throws HookError `hook_invalid_name`, `hook_reserved_name` */
  entry(name: string): HookEntry;
  /** The hook of this name if anyone has used it. */
  known(name: string): HookEntry | undefined;
  entries(): Iterable<HookEntry>;
  /** @throws HookError `hook_invalid_*`, `hook_reserved_name` */
  add(name: string, callback: unknown, options: HookOptions): Subscription;
  /** Removes what matches from one hook. @returns how many. @throws HookError `hook_invalid_name`, `hook_reserved_name` */
  remove(name: string, matches: (record: HookRecord) => boolean): number;
  /** @returns how many callbacks were removed from all hooks */
  removeOwner(owner: string): number;
}

const DEFAULT_PRIORITY = 10;

export function createRegistry(
  kind: HookKind,
  { hookAdded, hookRemoved }: { hookAdded: Listeners<CallbackEvent>; hookRemoved: Listeners<CallbackEvent> },
): Registry {
  const entries = new Map<string, HookEntry>();
  let sequence = 0;

  function entry(name: string): HookEntry {
    const known = entries.get(name);
    if (known !== undefined) return known;
    checkHookName(name);
    const created = createEntry(kind, name);
    entries.set(name, created);
    return created;
  }

  function tell(listeners: Listeners<CallbackEvent>, hook: HookEntry, record: HookRecord): void {
    if (listeners.count === 0) return;
    const { owner, id, priority, callback } = record;
    listeners.emit({ kind, name: hook.name, owner, id, priority, callback });
  }

  function removeFrom(hook: HookEntry, matches: (record: HookRecord) => boolean): number {
    const gone = removeRecords(hook, matches);
    for (const record of gone) tell(hookRemoved, hook, record);
    return gone.length;
  }

  return {
    entry,
    known: (name) => entries.get(name),
    entries: () => entries.values(),

    add(name, callback, { priority = DEFAULT_PRIORITY, id, owner = 'site', signal }) {
      const hook = entry(name);
      checkCallback(callback, name);
      checkPriority(priority, name);
      checkOwner(owner);
      if (id !== undefined) checkId(id);
      if (signal?.aborted) return { remove: () => false };

      const remove = () => removeFrom(hook, (candidate) => candidate === record) > 0;
      signal?.addEventListener('abort', remove, { once: true });
      const replaced =
        id === undefined ? undefined : hook.records.find((other) => other.owner === owner && other.id === id);
      const record: HookRecord = {
        callback,
        priority,
        // A replacement of equal priority takes the very place of what it replaces.
        sequence: replaced?.priority === priority ? replaced.sequence : sequence++,
        owner,
        id: id ?? null,
        release: () => signal?.removeEventListener('abort', remove),
      };
      insertRecord(hook, record, replaced);
      if (replaced) tell(hookRemoved, hook, replaced);
      tell(hookAdded, hook, record);
      return { remove };
    },

    remove(name, matches) {
      checkHookName(name);
      const hook = entries.get(name);
      return hook === undefined ? 0 : removeFrom(hook, matches);
    },

    removeOwner(owner) {
      let count = 0;
      for (const hook of entries.values()) count += removeFrom(hook, (record) => record.owner === owner);
      return count;
    },
  };
}

function checkCallback(callback: unknown, name: string): asserts callback is Callback {
  if (typeof callback === 'function') return;
  throw new HookError(
    'hook_invalid_callback',
    `What is added to "${name}" must be a function, not ${typeof callback}.`,
  );
}

function checkPriority(priority: unknown, name: string): asserts priority is number {
  if (Number.isFinite(priority)) return;
  throw new HookError(
    'hook_invalid_priority',
    `The priority of a callback on "${name}" must be a finite number, not ${String(priority)}.`,
  );
}
