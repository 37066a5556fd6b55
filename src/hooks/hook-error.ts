/**
 * A call of the hook system that the program should not have made. `code` is stable and starts with `hook_`; the
 * message says what to do. It is a TypeError so that a mistake in a plugin reads like any other mistake in JavaScript.
 */
export class HookError extends TypeError {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'HookError';
    this.code = code;
  }
}

/** What was thrown, in words. Never throws, whatever a callback has thrown. */
export function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return `a value of type ${typeof thrown} that cannot be shown`;
  }
}

/**
 * A callback threw a text, a number or the like. Such a value cannot be told from another one like it, so it travels as
 * the cause of this error, which knows the callback.
 */
export class ThrownValueError extends Error {
  readonly code = 'hook_thrown_value';

  constructor(
    thrown: unknown,
    { kind, hook, owner }: { readonly kind: string; readonly hook: string; readonly owner: string },
  ) {
    super(`A callback of ${owner} on the ${kind} "${hook}" threw what is no Error: ${textOf(thrown)}`, {
      cause: thrown,
    });
    this.name = 'ThrownValueError';
  }
}

/** Who used the time of a dispatch, in milliseconds. */
export interface TimeSpent {
  readonly owner: string;
  readonly id: string | null;
  readonly ms: number;
}

/**
 * A deadline has passed. `hook_callback_timeout`: one callback did not settle in its time. `hook_budget_exhausted`: all
 * callbacks together used up what the hook allows for a dispatch. Either names the callback that ran last and lists
 * what every callback of the dispatch has taken.
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
