import type { OwnedHooks } from '../../hooks/hooks.js';
import type { User } from '../user.js';
import type { AuthEvent } from './auth-events.js';
import { isListOfVerifiers, type PasswordVerifier } from './password-verifier.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /** Somebody signed in or failed to, or an account or credential changed: what the audit log has just taken down. */
    auth_event(event: AuthEvent): void | Promise<void>;
    /**
     * A user is being deleted, in the transaction of it: take back or hand over what belongs to the account. What
     * throws here keeps the account.
     * @param reassignTo who gets what the user has made; null for nobody
     */
    user_deleted(user: User, reassignTo: number | null): void | Promise<void>;
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
  define('user_deleted', { kind: 'action', since: '0.1.0', async: 'allowed', critical: true });
  define('auth_event', { kind: 'action', since: '0.1.0', async: 'allowed', decorating: true });
  define('nonce_life', { kind: 'filter', since: '0.1.0', critical: true });
  define('password_verifiers', { kind: 'filter', since: '0.1.0', critical: true, accepts: isListOfVerifiers });
}
