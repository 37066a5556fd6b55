import type { OwnedHooks, Users } from '../../../index.js';
import type { Affiliates } from '../affiliates/affiliates.js';

export interface ClaimAtLoginParts {
  readonly hooks: Pick<OwnedHooks, 'addAction'>;
  readonly users: Pick<Users, 'get'>;
  readonly affiliates: Pick<Affiliates, 'claim'>;
}

/**
 * Who registered with an address without being signed in is given the account of that address when its owner signs in:
 * until then anybody may have written it.
 */
export function claimAtLogin({ hooks, users, affiliates }: ClaimAtLoginParts): void {
  hooks.addAction('auth_event', async ({ event, userId }) => {
    if (event !== 'login' || userId === null || userId === undefined) return;
    const user = await users.get(userId);
    if (user) await affiliates.claim(user);
  });
}
