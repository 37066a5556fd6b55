import type { Access } from '../access/capabilities.js';
import type { User } from '../user.js';
import type { ApiKeys } from './api-keys.js';
import type { Users } from './users.js';

declare module '../access/names.js' {
  interface Capabilities {
    /** About an account: to change it, and whatever proves that one is it. */
    edit_user: User | null;
    /** About an account: to give it other roles. */
    promote_user: User | null;
    /** About an account: to delete it. */
    delete_user: User | null;
    /** About an API key: to see it, replace it or end it. */
    manage_api_key: OwnedByUser | null;
  }
}

/** What the meta capability `manage_api_key` is asked about. */
export interface OwnedByUser {
  readonly userId: number | null;
}

/**
 * Who may change, promote and delete whose account. Whoever can change an account can become it, so it takes, besides
 * `edit_users`, `promote_users` or `delete_users`, every
 * capability that the account has: nobody climbs by way of somebody else.
 */
export function registerUserAccess(
  access: Access,
  { users, apiKeys }: { readonly users: Pick<Users, 'get'>; readonly apiKeys: Pick<ApiKeys, 'get'> },
): void {
  const load = (id: string) => (/^\d{1,15}$/.test(id) ? users.get(Number(id)) : null);
  const atLeast = (target: User | null) => (target ? capabilitiesOf(access, target) : []);
  access.meta(
    'edit_user',
    (actor, target) => (target?.id === actor.id ? ['edit_profile'] : ['edit_users', ...atLeast(target)]),
    { owner: 'core', load },
  );
  access.meta(
    'promote_user',
    (actor, target) => ['promote_users', ...(target?.id === actor.id ? [] : atLeast(target))],
    { owner: 'core', load },
  );
  access.meta(
    'delete_user',
    (actor, target) => (target?.id === actor.id ? ['do_not_allow'] : ['delete_users', ...atLeast(target)]),
    { owner: 'core', load },
  );
  access.meta(
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
