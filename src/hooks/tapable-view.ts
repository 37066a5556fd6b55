import type { Catalogue } from './catalogue.js';
import type { Callback } from './entry.js';
import { HookError } from './hook-error.js';
import type { Listeners, Subscription } from './listeners.js';
import { SITE } from './name-rules.js';
import type { HookKind } from './names.js';
import type { DispatchEvent } from './observation.js';
import type { Registry } from './registry.js';
import type { DispatchVerbs } from './verbs.js';

/** Tap options: a name, or a name with a position. `stage` is the priority, `before` lists owners. */
export type TapOptions =
  | string
  | { readonly name: string; readonly stage?: number; readonly before?: string | readonly string[] };

/** Interceptor callbacks. */
export interface TapInterceptor {
  /** Called before the callbacks, with the arguments. */
  readonly call?: (...args: unknown[]) => void;
  /** Called after the callbacks of a filter, with the value. */
  readonly result?: (value: unknown) => void;
  /** Called after the callbacks of an action. */
  readonly done?: () => void;
  readonly error?: (error: unknown) => void;
}

/**
 * Hook with the methods of tapable's SyncHook (actions) and SyncWaterfallHook (filters). Unlike in tapable, taps can
 * be removed, and `stage` defaults to 10, the default priority here.
 */
export interface TapableHook {
  readonly name: string;
  readonly taps: readonly {
    readonly name: string;
    readonly stage: number;
    readonly type: 'sync';
    readonly fn: Callback;
  }[];
  tap(options: TapOptions, callback: Callback): Subscription;
  intercept(interceptor: TapInterceptor): Subscription;
  isUsed(): boolean;
  call(...args: unknown[]): unknown;
  promise(...args: unknown[]): Promise<unknown>;
}

/**
 * @param owner owner of all taps; if undefined, the name of each tap is its owner
 * @throws HookError `hook_unknown_kind` if the name could be an action or a filter
 */
export function createTapable(
  name: string,
  kind: HookKind | undefined,
  owner: string | undefined,
  verbs: DispatchVerbs,
  parts: { actions: Registry; filters: Registry; catalogue: Catalogue; observers: Listeners<DispatchEvent> },
): TapableHook {
  const meant = kind ?? kindOf(name, parts);
  const registry = meant === 'action' ? parts.actions : parts.filters;
  const untyped = verbs as unknown as Record<
    'doAction' | 'applyFilters' | 'doActionAsync' | 'applyFiltersAsync',
    (name: string, ...args: unknown[]) => unknown
  >;

  return {
    name,
    get taps() {
      const records = registry.find(name)?.records ?? [];
      return records.map((record) => ({
        name: record.id ?? record.owner,
        stage: record.priority,
        type: 'sync' as const,
        fn: record.callback,
      }));
    },

    tap(options, callback) {
      const { name: tapName, stage, before } = typeof options === 'string' ? { name: options } : options;
      return registry.add(name, callback, {
        ...(owner === undefined ? { owner: tapName } : { owner, id: tapName }),
        ...(stage === undefined ? {} : { priority: stage }),
        ...(before === undefined ? {} : { before }),
      });
    },

    intercept: (interceptor) =>
      parts.observers.add(owner ?? SITE, (event) => {
        if (event.kind !== meant || event.name !== name) return;
        if (event.phase === 'before') interceptor.call?.(...event.args);
        else if (event.failed) interceptor.error?.(event.error);
        else if (meant === 'filter') interceptor.result?.(event.value);
        else interceptor.done?.();
      }),

    isUsed: () => (registry.find(name)?.records.length ?? 0) > 0,
    call: (...args) => (meant === 'action' ? untyped.doAction(name, ...args) : untyped.applyFilters(name, ...args)),
    promise: async (...args) =>
      meant === 'action' ? untyped.doActionAsync(name, ...args) : untyped.applyFiltersAsync(name, ...args),
  };
}

function kindOf(
  name: string,
  { actions, filters, catalogue }: { actions: Registry; filters: Registry; catalogue: Catalogue },
): HookKind {
  const isAction = catalogue.find('action', name) !== undefined || actions.find(name) !== undefined;
  const isFilter = catalogue.find('filter', name) !== undefined || filters.find(name) !== undefined;
  if (isAction !== isFilter) return isAction ? 'action' : 'filter';
  throw new HookError(
    'hook_unknown_kind',
    `Is "${name}" an action or a filter? It is ${isAction ? 'both' : 'not defined'}. Specify which one.`,
  );
}
