import type { OwnedHooks } from '../../hooks/hooks.js';
import type { User } from '../user.js';
import type { AuthEvent } from './auth-events.js';
import { isListOfVerifiers, type PasswordVerifier } from './password-verifier.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /**
     * Fires after an event was written to the audit log.
     * Events are logins and failed logins, and changes to accounts and credentials.
     */
    auth_event(event: AuthEvent): void | Promise<void>;
    /**
     * Fires in the transaction that deletes a user: delete or reassign what belongs to the account.
     * An error thrown here keeps the account.
     * @param reassignTo id of the user who inherits the content; null to leave it without an owner
     */
    user_deleted(user: User, reassignTo: number | null): void | Promise<void>;
  }
  interface Filters {
    /** Filters the maximum lifetime of a nonce in milliseconds (default: one day). The minimum is half of that. */
    nonce_life(life: number, action: string): number;
    /**
     * Filters the verifiers for password hashes of other systems: add yours to the list.
     * Called on each login to an account with a foreign hash. The first successful login rehashes the password.
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
