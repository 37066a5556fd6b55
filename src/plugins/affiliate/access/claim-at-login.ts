import type { Users } from '../../../access.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Affiliates } from '../affiliates/affiliates.js';

export interface ClaimAtLoginParts {
  readonly hooks: Pick<OwnedHooks, 'addAction'>;
  readonly users: Pick<Users, 'get'>;
  readonly affiliates: Pick<Affiliates, 'claim'>;
}

/**
 * Links an affiliate to the account with the same email once the account has verified it. This covers affiliates who
 * registered while signed out, and happens at login or on verification. Until then anyone could have entered the
 * email.
 */
export function claimAtLogin({ hooks, users, affiliates }: ClaimAtLoginParts): void {
  hooks.addAction('auth_event', async ({ event, userId }) => {
    if ((event !== 'login' && event !== 'email_verified') || userId === null || userId === undefined) return;
    const user = await users.get(userId);
    if (user) await affiliates.claim(user);
  });
}
