/** Verifies passwords against another system's hashes, so that users can be imported with their passwords. */
export interface PasswordVerifier {
  /** Name for the log, e.g. `bcrypt`. */
  readonly name: string;
  /** Whether a stored hash has this verifier's format. */
  recognises(stored: string): boolean;
  /**
   * Verifies a password, exactly as typed, against a hash.
   * Use a library that computes in threads or small steps: a synchronous computation blocks the whole process.
   */
  verify(password: string, stored: string): boolean | Promise<boolean>;
}

/** Validates the result of the filter. */
export function isListOfVerifiers(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item) =>
        typeof item?.name === 'string' && typeof item.recognises === 'function' && typeof item.verify === 'function',
    )
  );
}
