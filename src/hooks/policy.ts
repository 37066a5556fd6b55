import { HookError } from './hook-error.js';
import type { HookKind } from './names.js';

/**
 * What an error of one callback does to the run. `throw`: the run ends with it. `isolate`: the callback counts as if it
 * had returned nothing, the others go on. `bail`: the run ends without an error, a filter with the value so far.
 */
export type ErrorPolicy = 'throw' | 'isolate' | 'bail';

/** When a callback that fails again and again is left out for a while. */
export interface BreakerOptions {
  /** This many failures ... */
  readonly failures: number;
  /** ... within this many milliseconds suspend the callback. */
  readonly withinMs: number;
  /** It is tried again after this many milliseconds, doubled each time it fails at once. */
  readonly retryAfterMs: number;
}

/** What a hook is, beside its types: how errors are treated, how long its callbacks may take, what has become of it. */
export interface HookDefinition {
  readonly kind: HookKind;
  /** Version of the definer that brought the hook. */
  readonly since?: string;
  /** Stands when it is given; without it `throw`, and for decorating hooks in production `isolate`. */
  readonly onError?: ErrorPolicy;
  /**
   * The work is right without its callbacks too, they only add to it: an error in one of them is isolated in production,
   * and thrown where developers should see it.
   */
  readonly decorating?: boolean;
  /**
   * Access, payments and the like: errors are always thrown and no callback is ever suspended, so that a broken check
   * refuses instead of letting pass.
   */
  readonly critical?: boolean;
  /** Whether callbacks may return promises; `never` by default, as for hooks declared without `Promise`. */
  readonly async?: 'allowed' | 'never';
  /** How long each callback of an asynchronous dispatch may take, in milliseconds; it may set itself a shorter limit. */
  readonly timeoutMs?: number;
  /** How long an asynchronous dispatch may take in all, in milliseconds. */
  readonly budgetMs?: number;
  /** What a filter callback that returns nothing does to the value; `keep` by default. */
  readonly undefined?: 'keep' | 'replace';
  /**
   * Which values of a filter can be worked with, for what comes from callbacks without types. A callback that returns
   * another one has failed, with `hook_invalid_value`.
   */
  readonly accepts?: (value: unknown) => boolean;
  /** In development arguments are frozen, so that a callback that changes them in place is found out. */
  readonly frozen?: boolean;
  /** Other numbers than usual for suspending callbacks, or none at all. */
  readonly breaker?: Partial<BreakerOptions> | false;
  /** Adding a callback warns once for each owner. */
  readonly deprecated?: Deprecation;
}

export interface Deprecation {
  readonly since: string;
  /** The hook to use in its place. */
  readonly to?: string;
}

/** A definition as the tiers use it, with everything decided. */
export interface HookPolicy {
  readonly onError: ErrorPolicy;
  /** Null when callbacks are never suspended. */
  readonly breaker: BreakerOptions | null;
  /** Infinity without a limit, in milliseconds. */
  readonly timeoutMs: number;
  readonly budgetMs: number;
  readonly undefinedReplaces: boolean;
  /** Whether promises of callbacks are awaited where they are expected at all; true as long as nobody has said. */
  readonly allowsAsync: boolean;
  readonly deprecated: Deprecation | null;
  readonly accepts: ((value: unknown) => boolean) | null;
  readonly freezes: boolean;
}

/** How hooks are treated that nobody has defined. */
export const DEFAULT_POLICY: HookPolicy = Object.freeze({
  onError: 'throw',
  breaker: null,
  timeoutMs: Number.POSITIVE_INFINITY,
  budgetMs: Number.POSITIVE_INFINITY,
  undefinedReplaces: false,
  allowsAsync: true,
  deprecated: null,
  accepts: null,
  freezes: false,
});

/** @throws HookError `hook_invalid_definition` with what contradicts what */
export function resolvePolicy(
  name: string,
  definition: HookDefinition,
  { strict, breaker }: { strict: boolean; breaker: BreakerOptions },
): HookPolicy {
  checkDefinition(name, definition);
  const onError = definition.onError ?? (definition.decorating && !strict ? 'isolate' : 'throw');
  return Object.freeze({
    onError,
    breaker: definition.breaker === false || onError === 'throw' ? null : { ...breaker, ...definition.breaker },
    timeoutMs: definition.timeoutMs ?? Number.POSITIVE_INFINITY,
    budgetMs: definition.budgetMs ?? Number.POSITIVE_INFINITY,
    undefinedReplaces: definition.undefined === 'replace',
    allowsAsync: definition.async === 'allowed',
    deprecated: definition.deprecated ?? null,
    accepts: definition.accepts ?? null,
    freezes: strict && definition.frozen === true,
  });
}

function checkDefinition(name: string, definition: HookDefinition): void {
  const { kind, critical, decorating, onError, timeoutMs, budgetMs, breaker } = definition;
  const refuse = (reason: string): never => {
    throw new HookError('hook_invalid_definition', `The definition of "${name}" ${reason}`);
  };
  if (kind !== 'action' && kind !== 'filter') refuse('needs a "kind": "action" or "filter".');
  if (onError !== undefined && !['throw', 'isolate', 'bail'].includes(onError)) {
    refuse('has another "onError" than throw, isolate or bail.');
  }
  if (critical && (decorating || (onError !== undefined && onError !== 'throw'))) {
    refuse('is critical, and a critical hook always throws: leave out "decorating" and "onError".');
  }
  for (const [member, ms] of Object.entries({ timeoutMs, budgetMs })) {
    if (ms !== undefined && !(typeof ms === 'number' && ms > 0))
      refuse(`needs a "${member}" above 0, in milliseconds.`);
  }
  for (const [member, value] of Object.entries(breaker || {})) {
    if (!(typeof value === 'number' && value > 0)) refuse(`needs a "breaker.${member}" above 0.`);
  }
}
