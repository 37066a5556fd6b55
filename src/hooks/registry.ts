import {
  type Callback,
  createEntry,
  type HookEntry,
  type HookRecord,
  insertRecord,
  registered,
  removeRecords,
} from './entry.js';
import { HookError } from './hook-error.js';
import type { Listeners, Subscription } from './listeners.js';
import { checkHookName, checkId, checkOwner, SITE } from './name-rules.js';
import type { HookKind } from './names.js';
import type { HookPolicy } from './policy.js';

/** How a callback is registered. */
export interface HookOptions {
  /** Lower runs earlier, 10 by default; any finite number. Callbacks of equal priority run in the order of addition. */
  priority?: number;
  /** Runs in front of all callbacks of these owners on this hook, whatever the priorities say. */
  before?: string | readonly string[];
  /** Runs behind all callbacks of these owners on this hook, whatever the priorities say. */
  after?: string | readonly string[];
  /** Names the callback among those of its owner on this hook: adding it again replaces it. */
  id?: string;
  /** Whose callback it is, `site` by default: the unit of removal, and the name in every warning. */
  owner?: string;
  /** Removes the callback when it aborts. */
  signal?: AbortSignal;
  /** How long the callback may take in an asynchronous dispatch, in milliseconds; `hooks.signal()` aborts then. */
  timeoutMs?: number;
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
  readonly kind: HookKind;
  /** The hook of this name, made when it is new. @throws HookError `hook_invalid_name`, `hook_reserved_name` */
  entry(name: string): HookEntry;
  /** The hook of this name if anyone has used it. */
  known(name: string): HookEntry | undefined;
  entries(): Iterable<HookEntry>;
  /** @throws HookError `hook_invalid_*`, `hook_reserved_name`, `hook_order_cycle` */
  add(name: string, callback: unknown, options: HookOptions): Subscription;
  /** Removes what matches from one hook. @returns how many. @throws HookError `hook_invalid_name`, `hook_reserved_name` */
  remove(name: string, matches: (record: HookRecord) => boolean): number;
  /** @returns how many callbacks were removed from all hooks */
  removeOwner(owner: string): number;
}

/** What a registry works with. */
export interface RegistryParts {
  readonly hookAdded: Listeners<CallbackEvent>;
  readonly hookRemoved: Listeners<CallbackEvent>;
  /** How a new hook is treated. */
  readonly policyOf: (kind: HookKind, name: string) => HookPolicy;
  /** Looks at a hook that is dispatched and that nobody has used before. */
  readonly onDispatched: (entry: HookEntry) => void;
  readonly forgetFailures: (record: HookRecord) => void;
  /** Looks at a callback that is about to be added. @throws to refuse it */
  readonly inspect: (entry: HookEntry, owner: string, callback: Callback) => void;
}

const DEFAULT_PRIORITY = 10;

export function createRegistry(
  kind: HookKind,
  { hookAdded, hookRemoved, policyOf, onDispatched, inspect, forgetFailures }: RegistryParts,
): Registry {
  const entries = new Map<string, HookEntry>();
  let sequence = 0;

  function createForDispatch(name: string): HookEntry {
    const created = create(name);
    onDispatched(created);
    return created;
  }

  function create(name: string): HookEntry {
    checkHookName(name);
    const created = createEntry(kind, name, policyOf(kind, name));
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
    forget(hook);
    for (const record of gone) {
      forgetFailures(record);
      tell(hookRemoved, hook, record);
    }
    return gone.length;
  }

  /** Names that were made up for one callback must not add up: nothing is left of them that anyone could ask for. */
  function forget(hook: HookEntry): void {
    const isUnused = hook.runs === 0 && !hook.isHeld && registered(hook).length === 0;
    // An old subscription may outlive its hook, and must not take another of the same name along.
    if (isUnused && entries.get(hook.name) === hook) entries.delete(hook.name);
  }

  return {
    kind,
    entry: (name) => entries.get(name) ?? createForDispatch(name),
    known: (name) => entries.get(name),
    entries: () => entries.values(),

    add(name, callback, options) {
      if (!entries.has(name)) checkHookName(name);
      checkOptions(name, callback, options);
      const { priority = DEFAULT_PRIORITY, id, owner = SITE, signal, timeoutMs } = options;
      if (signal?.aborted) return { remove: () => false };
      const hook = entries.get(name) ?? create(name);
      const replaced =
        id === undefined ? undefined : registered(hook).find((other) => other.owner === owner && other.id === id);

      const remove = () => removeFrom(hook, (candidate) => candidate === record) > 0;
      const record: HookRecord = {
        callback,
        priority,
        // A replacement of equal priority takes the very place of what it replaces.
        sequence: replaced?.priority === priority ? replaced.sequence : sequence++,
        owner,
        id: id ?? null,
        before: listOf(options.before),
        after: listOf(options.after),
        timeoutMs: timeoutMs ?? Number.POSITIVE_INFINITY,
        release: signal ? () => signal.removeEventListener('abort', remove) : NOTHING,
        timing: null,
      };
      try {
        inspect(hook, owner, callback);
        insertRecord(hook, record, replaced);
      } catch (error) {
        forget(hook);
        throw error;
      }
      signal?.addEventListener('abort', remove, { once: true });
      if (replaced) {
        forgetFailures(replaced);
        tell(hookRemoved, hook, replaced);
      }
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

function listOf(owners: string | readonly string[] | undefined): readonly string[] {
  return owners === undefined ? NOBODY : [owners].flat();
}
const NOBODY: readonly string[] = Object.freeze([]);
const NOTHING = () => {};

function checkOptions(name: string, callback: unknown, options: HookOptions): asserts callback is Callback {
  const { priority = DEFAULT_PRIORITY, id, owner = SITE, timeoutMs } = options;
  if (typeof callback !== 'function') {
    throw new HookError(
      'hook_invalid_callback',
      `What is added to "${name}" must be a function, not ${typeof callback}.`,
    );
  }
  if (!Number.isFinite(priority)) {
    throw new HookError(
      'hook_invalid_priority',
      `The priority of a callback on "${name}" must be a finite number, not ${String(priority)}.`,
    );
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
    throw new HookError(
      'hook_invalid_timeout',
      `The timeoutMs of a callback on "${name}" must be above 0, not ${String(timeoutMs)}.`,
    );
  }
  checkOwner(owner);
  if (id !== undefined) checkId(id);
  listOf(options.before).forEach(checkOwner);
  listOf(options.after).forEach(checkOwner);
}
