/** What a check found. */
export interface Finding {
  /** A word, such as `secret`; several findings may be of one check. */
  readonly check: string;
  /** `look`: nothing is broken, and somebody should know of it. */
  readonly state: 'look' | 'ok' | 'wrong';
  readonly message: string;
  /** What to do; empty where nothing has to be done. */
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
