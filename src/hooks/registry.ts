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

/** Options for adding a callback. */
export interface HookOptions {
  /** Any finite number; lower runs earlier. Callbacks of equal priority run in insertion order. @default 10 */
  priority?: number;
  /** Owners on this hook whose callbacks it runs before, regardless of priority. */
  before?: string | readonly string[];
  /** Owners on this hook whose callbacks it runs after, regardless of priority. */
  after?: string | readonly string[];
  /** Unique per owner and hook. Adding a callback with the same id replaces the previous one. */
  id?: string;
  /** Owner of the callback: used for bulk removal, and named in every warning. @default `site` */
  owner?: string;
  /** Removes the callback when aborted. */
  signal?: AbortSignal;
  /** Time limit in an asynchronous dispatch, in milliseconds; `hooks.signal()` aborts when it is reached. */
  timeoutMs?: number;
}

/**
 * Returns the options of a callback. WordPress passes the priority as a number.
 * @throws HookError `hook_invalid_priority` for anything else
 */
export function toOptions<Options extends object>(name: string, options: Options | number | undefined) {
  if (typeof options === 'number') return { priority: options };
  if (options === undefined || (typeof options === 'object' && options !== null)) return options ?? {};
  throw new HookError(
    'hook_invalid_priority',
    `The third argument for "${name}" is a priority or options, not a ${typeof options}: addAction('name', callback, { priority: 5, owner: 'acme' }).`,
  );
}

/** Callback that was added to a hook or removed from it. */
export interface CallbackEvent {
  readonly kind: HookKind;
  readonly name: string;
  readonly owner: string;
  readonly id: string | null;
  readonly priority: number;
  readonly callback: (...args: never[]) => unknown;
}

/** Hooks of one kind with their callbacks. An action and a filter with the same name are unrelated. */
export interface Registry {
  readonly kind: HookKind;
  /**
   * Returns the hook with this name, creating it if needed. @throws HookError `hook_invalid_name`,
   * `hook_reserved_name`
   */
  entry(name: string): HookEntry;
  /** Returns the hook with this name if it is in use. */
  find(name: string): HookEntry | undefined;
  entries(): Iterable<HookEntry>;
  /** @throws HookError `hook_invalid_*`, `hook_reserved_name`, `hook_order_cycle` */
  add(name: string, callback: unknown, options: HookOptions): Subscription;
  /**
   * Removes matching callbacks from one hook.
   * @returns number of callbacks removed
   * @throws HookError `hook_invalid_name`, `hook_reserved_name`
   */
  remove(name: string, matches: (record: HookRecord) => boolean): number;
  /** @returns number of callbacks removed from all hooks */
  removeOwner(owner: string): number;
}

/** Dependencies of a registry. */
export interface RegistryParts {
  readonly hookAdded: Listeners<CallbackEvent>;
  readonly hookRemoved: Listeners<CallbackEvent>;
  /** Returns the policy of a new hook. */
  readonly policyOf: (kind: HookKind, name: string) => HookPolicy;
  /** Called for a hook that is dispatched before anything else has used it. */
  readonly onDispatched: (entry: HookEntry) => void;
  readonly forgetFailures: (record: HookRecord) => void;
  /** Called before a callback is added. @throws to reject it */
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
    const removed = removeRecords(hook, matches);
    forget(hook);
    for (const record of removed) {
      forgetFailures(record);
      tell(hookRemoved, hook, record);
    }
    return removed.length;
  }

  /** Drops unused hooks, so that names generated for a single callback do not accumulate. */
  function forget(hook: HookEntry): void {
    const isUnused = hook.runs === 0 && !hook.isHeld && registered(hook).length === 0;
    // An old subscription may outlive its hook, and must not remove another one with the same name.
    if (isUnused && entries.get(hook.name) === hook) entries.delete(hook.name);
  }

  return {
    kind,
    entry: (name) => entries.get(name) ?? createForDispatch(name),
    find: (name) => entries.get(name),
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
        // A replacement of equal priority keeps the position of the callback it replaces.
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
  return owners === undefined ? NO_OWNERS : [owners].flat();
}
const NO_OWNERS: readonly string[] = Object.freeze([]);
const NOTHING = () => {};

function checkOptions(name: string, callback: unknown, options: HookOptions): asserts callback is Callback {
  const { priority = DEFAULT_PRIORITY, id, owner = SITE, timeoutMs } = options;
  if (typeof callback !== 'function') {
    throw new HookError(
      'hook_invalid_callback',
      `A callback on "${name}" must be a function, not ${typeof callback}. Use addAction('name', callback, { priority: 5, owner: 'acme' }).`,
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
