import type { OwnedHooks, Users } from '../../../index.js';
import type { Affiliates } from '../affiliates/affiliates.js';

export interface ClaimAtLoginParts {
  readonly hooks: Pick<OwnedHooks, 'addAction'>;
  readonly users: Pick<Users, 'get'>;
  readonly affiliates: Pick<Affiliates, 'claim'>;
}

/**
 * An affiliate who registered without being signed in is given to the account of that address once the account has
 * verified it, when it signs in or verifies it. Until then anybody may have written the address.
 */
export function claimAtLogin({ hooks, users, affiliates }: ClaimAtLoginParts): void {
  hooks.addAction('auth_event', async ({ event, userId }) => {
    if ((event !== 'login' && event !== 'email_verified') || userId === null || userId === undefined) return;
    const user = await users.get(userId);
    if (user) await affiliates.claim(user);
  });
}
