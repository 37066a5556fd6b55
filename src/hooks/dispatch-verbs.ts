import type { Catalogue } from './catalogue.js';
import { describeHook, explainHook } from './describe.js';
import type { Dispatch } from './dispatch.js';
import { createEntry, type HookEntry, registered } from './entry.js';
import type { Registry } from './registry.js';
import type { Running } from './running.js';
import type { DispatchVerbs } from './verbs.js';

/** Dependencies of the verbs: the hooks of both kinds, and how to run them. */
export interface VerbParts {
  readonly actions: Registry;
  readonly filters: Registry;
  readonly catalogue: Catalogue;
  readonly dispatch: Dispatch;
  readonly running: Running;
}

/**
 * Creates the dispatch verbs. Names are plain strings and values unknown here: only the declared interface is typed.
 */
export function createDispatchVerbs(parts: VerbParts): DispatchVerbs {
  const { actions, filters, catalogue, dispatch, running } = parts;

  /** Rejects for an invalid name too, so that callers handle errors in a single way. */
  function runNamedAsync(run: Dispatch['async'], registry: Registry, name: string, args: unknown[]): Promise<unknown> {
    let entry: HookEntry;
    try {
      entry = registry.entry(name);
    } catch (error) {
      return Promise.reject(error);
    }
    return run(entry, args);
  }

  /** Marks a hook as held, so that it stays registered under its name while a handle to it may exist. */
  function hold(registry: Registry, name: string): HookEntry {
    const entry = registry.entry(name);
    entry.isHeld = true;
    return entry;
  }

  /** Lists hooks in use, then hooks that are only defined. */
  function all({ kind, entries, find: definition }: Registry): readonly HookEntry[] {
    const unused = catalogue.list().filter((defined) => defined.kind === kind && !definition(defined.name));
    return [...entries(), ...unused.map(({ name }) => createEntry(kind, name, catalogue.policyOf(kind, name)))];
  }

  const verbs = {
    doAction(name: string, ...args: unknown[]): void {
      dispatch.sync(actions.entry(name), ...args);
    },
    doActionAsync: (name: string, ...args: unknown[]) => runNamedAsync(dispatch.async, actions, name, args),
    applyFilters: (name: string, ...args: unknown[]) => dispatch.sync(filters.entry(name), ...args),
    applyFiltersAsync: (name: string, ...args: unknown[]) => runNamedAsync(dispatch.async, filters, name, args),
    bail: (name: string, ...args: unknown[]) => dispatch.ask(filters.entry(name), args),
    bailAsync: (name: string, ...args: unknown[]) => runNamedAsync(dispatch.askAsync, filters, name, args),

    action(name: string) {
      const entry = hold(actions, name);
      return {
        name,
        do: (...args: unknown[]) => void dispatch.sync(entry, ...args),
        doAsync: (...args: unknown[]) => dispatch.async(entry, args),
      };
    },
    filter(name: string) {
      const entry = hold(filters, name);
      return {
        name,
        apply: (...args: unknown[]) => dispatch.sync(entry, ...args),
        applyAsync: (...args: unknown[]) => dispatch.async(entry, args),
        applyMaybeAsync: (...args: unknown[]) => dispatch.maybeAsync(entry, args),
      };
    },

    hasAction: (name: string, owner?: string) => has(actions, name, owner),
    hasFilter: (name: string, owner?: string) => has(filters, name, owner),
    priorityOfAction: (name: string, owner: string, id?: string) => priorityOf(actions, name, owner, id),
    priorityOfFilter: (name: string, owner: string, id?: string) => priorityOf(filters, name, owner, id),
    didAction: (name: string) => actions.find(name)?.runs ?? 0,
    didFilter: (name: string) => filters.find(name)?.runs ?? 0,
    doingAction: (name?: string) => running.isDoing('action', name),
    doingFilter: (name?: string) => running.isDoing('filter', name),
    currentAction: () => running.current('action'),
    currentFilter: () => running.current('filter'),
    signal: running.signal,
    list: () =>
      [...all(actions), ...all(filters)].map((entry) => describeHook(entry, catalogue.find(entry.kind, entry.name))),
    explain: (name: string) =>
      [...all(actions), ...all(filters)]
        .filter((entry) => entry.name === name)
        .map((entry) => explainHook(entry, catalogue.find(entry.kind, entry.name))),
  };
  return verbs as DispatchVerbs;
}

function has(registry: Registry, name: string, owner: string | undefined): boolean {
  const entry = registry.find(name);
  return entry !== undefined && registered(entry).some((record) => owner === undefined || record.owner === owner);
}

function priorityOf(registry: Registry, name: string, owner: string, id: string | undefined): number | null {
  const entry = registry.find(name);
  const record =
    entry && registered(entry).find((each) => each.owner === owner && (id === undefined || each.id === id));
  return record?.priority ?? null;
}
