import { HookError } from './hook-error.js';
import type { HookKind } from './names.js';

/**
 * Effect of a callback's error on the run. `throw`: the error ends the run. `isolate`: the callback counts as if it
 * had returned nothing, and the others still run. `bail`: the run ends without an error, a filter with its current
 * value.
 */
export type ErrorPolicy = 'throw' | 'isolate' | 'bail';

/** Limits after which a failing callback is suspended. */
export interface BreakerOptions {
  /** Number of failures within `withinMs` that suspend a callback. */
  readonly failures: number;
  /** Window in which failures are counted, in milliseconds. */
  readonly withinMs: number;
  /** Milliseconds until the callback is tried again; doubled each time it fails within the window after that. */
  readonly retryAfterMs: number;
}

/** Definition of a hook beyond its types: error policy, time limits, deprecation. */
export interface HookDefinition {
  readonly kind: HookKind;
  /** Version of the owner's package that introduced the hook. */
  readonly since?: string;
  /** Error policy. @default `throw`; `isolate` for decorating hooks in production */
  readonly onError?: ErrorPolicy;
  /**
   * The result is correct without its callbacks too. Their errors are isolated in production, and thrown in
   * development.
   */
  readonly decorating?: boolean;
  /**
   * Access checks, payments and the like: errors are always thrown and no callback is ever suspended, so that a
   * broken check denies access instead of granting it.
   */
  readonly critical?: boolean;
  /** Whether callbacks may return promises. @default `never`, as for hooks declared without `Promise` */
  readonly async?: 'allowed' | 'never';
  /** Time limit of each callback in an asynchronous dispatch, in milliseconds. A callback may set a shorter one. */
  readonly timeoutMs?: number;
  /** Time limit of a whole asynchronous dispatch, in milliseconds. */
  readonly budgetMs?: number;
  /** Effect of a filter callback that returns nothing. @default `keep` */
  readonly undefined?: 'keep' | 'replace';
  /**
   * Validates values returned by filter callbacks, for callbacks without types. A callback that returns an invalid
   * value fails with `hook_invalid_value`.
   */
  readonly accepts?: (value: unknown) => boolean;
  /** Freeze arguments in development, so that a callback that mutates them fails. */
  readonly frozen?: boolean;
  /** Overrides of the suspension limits; false never suspends. */
  readonly breaker?: Partial<BreakerOptions> | false;
  /** Deprecation notice. Adding a callback warns once per owner. */
  readonly deprecated?: Deprecation;
}

export interface Deprecation {
  readonly since: string;
  /** Replacement hook. */
  readonly to?: string;
}

/** Resolved definition, as used by both tiers. */
export interface HookPolicy {
  readonly onError: ErrorPolicy;
  /** Null if callbacks are never suspended. */
  readonly breaker: BreakerOptions | null;
  /** Milliseconds; Infinity without a limit. */
  readonly timeoutMs: number;
  readonly budgetMs: number;
  readonly undefinedReplaces: boolean;
  /** Whether callbacks may be asynchronous; true for undefined hooks. */
  readonly allowsAsync: boolean;
  readonly deprecated: Deprecation | null;
  readonly accepts: ((value: unknown) => boolean) | null;
  readonly freezes: boolean;
}

/** Policy of undefined hooks. */
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

/** @throws HookError `hook_invalid_definition` naming the contradiction */
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
    refuse('has an invalid "onError". Use throw, isolate or bail.');
  }
  if (critical && (decorating || (onError !== undefined && onError !== 'throw'))) {
    refuse('is critical, and critical hooks always throw. Remove "decorating" and "onError".');
  }
  for (const [member, ms] of Object.entries({ timeoutMs, budgetMs })) {
    if (ms !== undefined && !(typeof ms === 'number' && ms > 0))
      refuse(`needs a "${member}" above 0, in milliseconds.`);
  }
  for (const [member, value] of Object.entries(breaker || {})) {
    if (!(typeof value === 'number' && value > 0)) refuse(`needs a "breaker.${member}" above 0.`);
  }
}
