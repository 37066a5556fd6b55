import type { Dispatch } from './dispatch.js';
import type { HookEntry } from './entry.js';
import type { Listeners } from './listeners.js';
import type { DispatchEvent } from './observation.js';
import type { Registry } from './registry.js';
import type { Running } from './running.js';
import type { DispatchVerbs, HookDescription } from './verbs.js';

/** What the verbs work with: the hooks of either kind, and how to run them with and without observers. */
export interface VerbParts {
  readonly actions: Registry;
  readonly filters: Registry;
  readonly dispatch: Dispatch;
  readonly observedDispatch: Dispatch;
  readonly observers: Listeners<DispatchEvent>;
  readonly running: Running;
}

/**
 * A hook without callbacks costs a look-up, a count and two comparisons. Behind the declared types all names are
 * strings and all values unknown: what is declared is only known where it is used.
 */
export function createDispatchVerbs(parts: VerbParts): DispatchVerbs {
  const { actions, filters, dispatch, observedDispatch, observers, running } = parts;

  function run(entry: HookEntry, ...args: unknown[]): unknown {
    entry.runs++;
    if (observers.count > 0) return observedDispatch.sync(entry, ...args);
    return entry.records.length > 0 ? dispatch.sync(entry, ...args) : args[0];
  }

  function runAsync(entry: HookEntry, ...args: unknown[]): Promise<unknown> {
    entry.runs++;
    if (observers.count > 0) return observedDispatch.async(entry, ...args);
    if (entry.records.length > 0) return dispatch.async(entry, ...args);
    return Promise.resolve(entry.kind === 'filter' ? args[0] : undefined);
  }

  /** Rejects also for a name that is none, so that callers have one way to handle errors. */
  function runNamedAsync(registry: Registry, name: string, ...args: unknown[]): Promise<unknown> {
    let entry: HookEntry;
    try {
      entry = registry.entry(name);
    } catch (error) {
      return Promise.reject(error);
    }
    return runAsync(entry, ...args);
  }

  const verbs = {
    doAction(name: string, ...args: unknown[]): void {
      run(actions.entry(name), ...args);
    },
    doActionAsync: (name: string, ...args: unknown[]) => runNamedAsync(actions, name, ...args),
    applyFilters: (name: string, value: unknown, ...args: unknown[]) => run(filters.entry(name), value, ...args),
    applyFiltersAsync: (name: string, value: unknown, ...args: unknown[]) =>
      runNamedAsync(filters, name, value, ...args),

    action(name: string) {
      const entry = actions.entry(name);
      return {
        name,
        do: (...args: unknown[]) => void run(entry, ...args),
        doAsync: (...args: unknown[]) => runAsync(entry, ...args),
      };
    },
    filter(name: string) {
      const entry = filters.entry(name);
      return {
        name,
        apply: (value: unknown, ...args: unknown[]) => run(entry, value, ...args),
        applyAsync: (value: unknown, ...args: unknown[]) => runAsync(entry, value, ...args),
      };
    },

    hasAction: (name: string, owner?: string) => has(actions, name, owner),
    hasFilter: (name: string, owner?: string) => has(filters, name, owner),
    priorityOfAction: (name: string, owner: string, id?: string) => priorityOf(actions, name, owner, id),
    priorityOfFilter: (name: string, owner: string, id?: string) => priorityOf(filters, name, owner, id),
    didAction: (name: string) => actions.known(name)?.runs ?? 0,
    didFilter: (name: string) => filters.known(name)?.runs ?? 0,
    doingAction: (name?: string) => running.isDoing('action', name),
    doingFilter: (name?: string) => running.isDoing('filter', name),
    currentAction: () => running.current('action'),
    currentFilter: () => running.current('filter'),
    list: () => [...actions.entries(), ...filters.entries()].map(describe),
  };
  return verbs as DispatchVerbs;
}

function has(registry: Registry, name: string, owner: string | undefined): boolean {
  const records = registry.known(name)?.records ?? [];
  return owner === undefined ? records.length > 0 : records.some((record) => record.owner === owner);
}

function priorityOf(registry: Registry, name: string, owner: string, id: string | undefined): number | null {
  const records = registry.known(name)?.records ?? [];
  return records.find((record) => record.owner === owner && (id === undefined || record.id === id))?.priority ?? null;
}

function describe({ kind, name, runs, records }: HookEntry): HookDescription {
  const callbacks = records.map(({ owner, id, priority, callback }) => ({
    owner,
    id,
    priority,
    function: callback.name,
  }));
  return { kind, name, runs, callbacks };
}
