/**
 * Misuse of the hook system. `code` is stable and starts with `hook_`; the message says what to do. It extends
 * TypeError so that a mistake in a plugin reads like any other JavaScript mistake.
 */
export class HookError extends TypeError {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'HookError';
    this.code = code;
  }
}

/** Converts a thrown value to text. Never throws, no matter what was thrown. */
export function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return `a value of type ${typeof thrown} that cannot be shown`;
  }
}

/**
 * Wraps a thrown primitive such as a string or number. Primitives have no identity, so the value becomes the cause of
 * this error, which identifies the callback.
 */
export class ThrownValueError extends Error {
  readonly code = 'hook_thrown_value';

  constructor(
    thrown: unknown,
    { kind, hook, owner }: { readonly kind: string; readonly hook: string; readonly owner: string },
  ) {
    super(`A callback of ${owner} on the ${kind} "${hook}" threw a value that is not an Error: ${textOf(thrown)}`, {
      cause: thrown,
    });
    this.name = 'ThrownValueError';
  }
}

/** Time one callback used in a dispatch, in milliseconds. */
export interface TimeSpent {
  readonly owner: string;
  readonly id: string | null;
  readonly ms: number;
}

/**
 * Exceeded deadline. `hook_callback_timeout`: one callback did not settle in time. `hook_budget_exhausted`: all
 * callbacks together used up the budget of the dispatch. Both name the callback that ran last and list the time each
 * callback took.
 */
export class HookTimeoutError extends Error {
  readonly code: 'hook_callback_timeout' | 'hook_budget_exhausted';
  readonly hook: string;
  readonly owner: string;
  readonly spent: readonly TimeSpent[];

  constructor(
    code: HookTimeoutError['code'],
    message: string,
    { hook, owner, spent }: Pick<HookTimeoutError, 'hook' | 'owner' | 'spent'>,
  ) {
    super(message);
    this.name = 'HookTimeoutError';
    this.code = code;
    this.hook = hook;
    this.owner = owner;
    this.spent = spent;
  }
}
