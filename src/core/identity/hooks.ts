import type { OwnedHooks } from '../../hooks/hooks.js';
import type { AuthEvent } from './auth-events.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /** Somebody signed in or failed to, or an account or credential changed: what the audit log has just taken down. */
    auth_event(event: AuthEvent): void | Promise<void>;
  }
  interface Filters {
    /** How long a nonce of this action lives at most, in milliseconds, by default a day; it lives at least half of that. */
    nonce_life(life: number, action: string): number;
  }
}

export function defineIdentityHooks({ define }: OwnedHooks): void {
  define('auth_event', { kind: 'action', since: '0.1.0', async: 'allowed', decorating: true });
  define('nonce_life', { kind: 'filter', since: '0.1.0', critical: true });
}
