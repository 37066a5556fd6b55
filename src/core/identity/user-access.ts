import type { Access } from '../access/capabilities.js';
import type { User } from '../user.js';
import type { ApiKeys } from './api-keys.js';
import type { Users } from './users.js';

declare module '../access/names.js' {
  interface Capabilities {
    /** Whether the user may change the given account and its credentials. */
    edit_user: User | null;
    /** Whether the user may change the roles of the given account. */
    promote_user: User | null;
    /** Whether the user may delete the given account. */
    delete_user: User | null;
    /** Whether the user may view, rotate or revoke the given API key. */
    manage_api_key: OwnedByUser | null;
  }
}

/** Object of the meta capability `manage_api_key`. */
export interface OwnedByUser {
  readonly userId: number | null;
}

/**
 * Registers the capabilities to change, promote and delete accounts and to manage API keys.
 * A user who can change an account can take it over. So besides `edit_users`, `promote_users` or `delete_users`, every
 * capability of that account is required, which prevents privilege escalation.
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
      // Rotating a key reveals it, so a key that acts for a user requires as much as changing that user's account.
      const owner = key === null || key.userId === null ? null : await users.get(key.userId);
      return ['manage_options', ...(owner ? ['edit_users', ...capabilitiesOf(access, owner)] : [])];
    },
    { owner: 'core', load: apiKeys.get },
  );
}

function capabilitiesOf(access: Access, { roles }: User): string[] {
  const ownRoles = access.roles().filter(({ name }) => roles.includes(name));
  return [...new Set(ownRoles.flatMap(({ capabilities }) => capabilities))];
}
