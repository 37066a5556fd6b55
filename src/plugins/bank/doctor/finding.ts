/** Result of a check. */
export interface Finding {
  /** Name of the check, such as `secret`. A check may have several findings. */
  readonly check: string;
  /** `look`: nothing is broken, but it needs attention. */
  readonly state: 'look' | 'ok' | 'wrong';
  readonly message: string;
  /** Suggested fix; empty for none. */
  readonly hint: string;
}

export function fine(check: string, message: string): Finding {
  return { check, state: 'ok', message, hint: '' };
}

export function worthALook(check: string, message: string, hint: string): Finding {
  return { check, state: 'look', message, hint };
}

export function wrong(check: string, message: string, hint: string): Finding {
  return { check, state: 'wrong', message, hint };
}
