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
