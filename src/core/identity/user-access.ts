import type { Access } from '../access/capabilities.js';
import type { User } from '../user.js';
import type { ApiKeys } from './api-keys.js';
import type { Users } from './users.js';

declare module '../access/names.js' {
  interface Capabilities {
    /** About an account: to change it, and whatever proves that one is it. */
    edit_user: true;
    /** About an API key: to see it, replace it or end it. */
    manage_api_key: true;
  }
}

/** What the meta capability `manage_api_key` is asked about. */
export interface OwnedByUser {
  readonly userId: number | null;
}

/**
 * Who may change whose account. Whoever can change an account can become it, so it takes, besides `edit_users`, every
 * capability that the account has: nobody climbs by way of somebody else.
 */
export function registerUserAccess(
  access: Access,
  { users, apiKeys }: { readonly users: Pick<Users, 'get'>; readonly apiKeys: Pick<ApiKeys, 'get'> },
): void {
  access.meta<User | null>(
    'edit_user',
    (actor, target) => {
      if (target?.id === actor.id) return ['edit_profile'];
      return ['edit_users', ...(target ? capabilitiesOf(access, target) : [])];
    },
    { owner: 'core', load: (id) => (/^\d{1,15}$/.test(id) ? users.get(Number(id)) : null) },
  );
  access.meta<OwnedByUser | null>(
    'manage_api_key',
    async (actor, key) => {
      if (key !== null && key.userId === actor.id) return ['edit_profile'];
      // Whoever gives a key another secret holds it: one that acts for somebody takes as much as changing their account.
      const owner = key === null || key.userId === null ? null : await users.get(key.userId);
      return ['manage_options', ...(owner ? ['edit_users', ...capabilitiesOf(access, owner)] : [])];
    },
    { owner: 'core', load: apiKeys.get },
  );
}

function capabilitiesOf(access: Access, { roles }: User): string[] {
  const held = access.roles().filter(({ name }) => roles.includes(name));
  return [...new Set(held.flatMap(({ capabilities }) => capabilities))];
}
