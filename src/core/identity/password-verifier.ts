/** Checks passwords against the hashes of another system, so that people can be imported with theirs. */
export interface PasswordVerifier {
  /** For the log, e.g. `bcrypt`. */
  readonly name: string;
  /** Whether a stored hash is of this kind, by its form. */
  recognises(stored: string): boolean;
  /**
   * Whether the password, as it was typed, belongs to the hash. Use a library that computes in threads or in small
   * steps: while it computes in one piece, the process answers nobody.
   */
  verify(password: string, stored: string): boolean | Promise<boolean>;
}

/** What may come out of the filter. */
export function isListOfVerifiers(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item) =>
        typeof item?.name === 'string' && typeof item.recognises === 'function' && typeof item.verify === 'function',
    )
  );
}
