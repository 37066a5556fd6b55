import type { OwnedHooks } from '../../hooks/hooks.js';
import type { AuthEvent } from './auth-events.js';
import { isListOfVerifiers, type PasswordVerifier } from './password-verifier.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /** Somebody signed in or failed to, or an account or credential changed: what the audit log has just taken down. */
    auth_event(event: AuthEvent): void | Promise<void>;
  }
  interface Filters {
    /** How long a nonce of this action lives at most, in milliseconds, by default a day; it lives at least half of that. */
    nonce_life(life: number, action: string): number;
    /**
     * Who can check passwords against hashes of other systems: add yours to the list. Asked for each login of an
     * account whose hash is not ours; after the first success it is.
     */
    password_verifiers(verifiers: readonly PasswordVerifier[]): readonly PasswordVerifier[];
  }
}

export function defineIdentityHooks({ define }: OwnedHooks): void {
  define('auth_event', { kind: 'action', since: '0.1.0', async: 'allowed', decorating: true });
  define('nonce_life', { kind: 'filter', since: '0.1.0', critical: true });
  define('password_verifiers', { kind: 'filter', since: '0.1.0', critical: true, accepts: isListOfVerifiers });
}
