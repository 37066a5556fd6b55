import { createHooks, type Hooks } from '../../../src/hooks/hooks.js';
import type { HookKind } from '../../../src/hooks/names.js';

/** Hooks without declared names, for untyped code. */
type Untyped = Record<keyof Hooks, (...args: unknown[]) => unknown>;

/**
 * Adapts our hooks to the interface of @wordpress/hooks, to run its own test suite on them. Three intentional
 * differences are bridged: it prints invalid names where we throw; its hooks exist once their name was used, ours as
 * long as they have callbacks (R27); its 'all' is one more callback at the end, ours an observer (R33).
 */
export function createAdapter(compileAfter: number) {
  const hooks = createHooks({ compileAfter, strict: false }) as unknown as Untyped;
  const action = createVerbs('action', hooks);
  const filter = createVerbs('filter', hooks);

  // Listeners of these two actions are notified of all other hooks.
  hooks.on('hookAdded', (event: unknown) => {
    const { name, owner, callback, priority } = event as Record<string, unknown>;
    if (name !== 'hookAdded') hooks.doAction('hookAdded', name, owner, callback, priority);
  });
  hooks.on('hookRemoved', (event: unknown) => {
    const { name, owner } = event as Record<string, unknown>;
    if (name !== 'hookRemoved') hooks.doAction('hookRemoved', name, owner);
  });

  return {
    addAction: action.add,
    addFilter: filter.add,
    removeAction: action.remove,
    removeFilter: filter.remove,
    hasAction: action.has,
    hasFilter: filter.has,
    removeAllActions: action.removeAll,
    removeAllFilters: filter.removeAll,
    doAction(name: string, ...args: unknown[]) {
      action.names.add(name);
      hooks.doAction(name, ...args);
      hooks.doAction('all', ...args);
    },
    doActionAsync(name: string, ...args: unknown[]) {
      action.names.add(name);
      return hooks.doActionAsync(name, ...args);
    },
    applyFilters(name: string, value: unknown, ...args: unknown[]) {
      filter.names.add(name);
      return hooks.applyFilters('all', hooks.applyFilters(name, value, ...args), ...args);
    },
    applyFiltersAsync(name: string, ...args: unknown[]) {
      filter.names.add(name);
      return hooks.applyFiltersAsync(name, ...args);
    },
    currentAction: hooks.currentAction,
    currentFilter: hooks.currentFilter,
    doingAction: hooks.doingAction,
    doingFilter: hooks.doingFilter,
    didAction: action.did,
    didFilter: filter.did,
    actions: action.store,
    filters: filter.store,
  };
}

function createVerbs(kind: HookKind, hooks: Untyped) {
  const [add, remove, removeAll, has, did] =
    kind === 'action'
      ? [hooks.addAction, hooks.removeAction, hooks.removeAllActions, hooks.hasAction, hooks.didAction]
      : [hooks.addFilter, hooks.removeFilter, hooks.removeAllFilters, hooks.hasFilter, hooks.didFilter];
  const names = new Set<string>();
  /** Dispatches before a hook was deleted from the store. They no longer count. */
  const forgotten = new Map<string, number>();

  return {
    names,
    add(name: string, owner: string, callback: unknown, priority: unknown = 10) {
      const isValid =
        isHookName(name) &&
        isNamespace(owner) &&
        report(typeof callback === 'function', 'The hook callback must be a function.') &&
        report(typeof priority === 'number', 'If specified, the hook priority must be a number.');
      if (!isValid) return;
      names.add(name);
      add(name, callback, { owner, priority });
    },
    remove: (name: string, owner: string) => (isHookName(name) && isNamespace(owner) ? remove(name, owner) : undefined),
    removeAll: (name: string) => (isHookName(name) ? removeAll(name) : undefined),
    has: (name: string, owner?: string) => (owner === undefined ? names.has(name) : has(name, owner)),
    did: (name: string) => Number(did(name)) - (forgotten.get(name) ?? 0),
    store: new Proxy(Object.create(null), {
      ownKeys: () => ['__current', ...names],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      deleteProperty(_, name) {
        removeAll(name);
        forgotten.set(String(name), Number(did(name)));
        names.delete(String(name));
        return true;
      },
    }),
  };
}

function isHookName(name: unknown): boolean {
  return (
    report(typeof name === 'string' && name !== '', 'The hook name must be a non-empty string.') &&
    report(!String(name).startsWith('__'), 'The hook name cannot begin with `__`.') &&
    report(
      /^[a-zA-Z][a-zA-Z0-9_.-]*$/.test(String(name)),
      'The hook name can only contain numbers, letters, dashes, periods and underscores.',
    )
  );
}

function isNamespace(namespace: unknown): boolean {
  return (
    report(typeof namespace === 'string' && namespace !== '', 'The namespace must be a non-empty string.') &&
    report(
      /^[a-zA-Z][a-zA-Z0-9_.\-/]*$/.test(String(namespace)),
      'The namespace can only contain numbers, letters, dashes, periods, underscores and slashes.',
    )
  );
}

function report(isRight: boolean, message: string): boolean {
  if (!isRight) console.error(message);
  return isRight;
}
