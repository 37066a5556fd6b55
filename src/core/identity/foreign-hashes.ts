import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import { withTimeLimit } from '../concurrency/time-limit.js';
import type { PasswordVerifier } from './password-verifier.js';
import './hooks.js';

/** Password hashes that verifiers of plugins and of the site support. */
export interface ForeignHashes {
  /** Finds the verifier for a hash, or null for an unknown format. */
  verifierOf(stored: string): PasswordVerifier | null;
  /**
   * Verifies a password with a verifier.
   * Anything but `true` in time is false: a verifier that fails, hangs or returns garbage lets no user in.
   */
  verify(verifier: PasswordVerifier, password: string, stored: string): Promise<boolean>;
}

/** Milliseconds allowed for verifying one password. */
const TIME_LIMIT = 10_000;

export function createForeignHashes(parts: {
  readonly hooks: Hooks;
  readonly log: Logger;
  /** Milliseconds allowed for verifying one password. */
  readonly timeLimit?: number;
}): ForeignHashes {
  const { hooks, log, timeLimit = TIME_LIMIT } = parts;

  function recognises(verifier: PasswordVerifier, stored: string): boolean {
    try {
      return verifier.recognises(stored) === true;
    } catch (error) {
      log.error({ err: error, verifier: verifier.name }, 'A password verifier failed');
      return false;
    }
  }

  return {
    verifierOf(stored) {
      try {
        return hooks.applyFilters('password_verifiers', []).find((verifier) => recognises(verifier, stored)) ?? null;
      } catch (error) {
        log.error({ err: error }, 'The filter password_verifiers failed: imported password hashes cannot be verified');
        return null;
      }
    },
    async verify(verifier, password, stored) {
      try {
        const verdict = Promise.resolve(verifier.verify(password, stored));
        const isRight: unknown = await withTimeLimit(verdict, timeLimit, () => {
          throw new Error(`The verifier did not answer within ${timeLimit} ms.`);
        });
        return isRight === true;
      } catch (error) {
        log.error({ err: error, verifier: verifier.name }, 'A password verifier failed, so the password is rejected');
        return false;
      }
    },
  };
}
