import type { PrimitiveCapability } from '../../../access/names.js';
import { HostError } from '../../../errors.js';
import type { Users } from '../../../identity/users.js';
import type { User } from '../../../user.js';
import type { AdminRequest } from '../../admin-page.js';
import type { AdminTabbedData } from '../../template-data.js';

/** Account whose sessions and credentials a set of pages manages: one's own, or the one named in the URL. */
export interface Whose {
  /** Start of the pages' paths. */
  readonly base: '/profile' | '/users/{id}';
  readonly parent: '/profile' | '/users';
  readonly capability: PrimitiveCapability;
  /**
   * Returns the account.
   * @throws HostError 404 `rest_user_invalid_id`, 403 `user_outranks` if the viewer may not manage it
   */
  user(request: AdminRequest): Promise<User>;
  /** Tabs and other data shared by all pages of the account. */
  frame(request: AdminRequest, user: User): Pick<AdminTabbedData, 'strings' | 'tabs' | 'tabsLabel'>;
}

/** The viewer's own account. */
export function ownAccount(): Whose {
  return {
    base: '/profile',
    parent: '/profile',
    capability: 'edit_profile',
    user: async ({ user }) => user,
    frame: (request) => ({
      strings: request.strings,
      tabsLabel: request.strings.text('profile.parts'),
      tabs: tabsOf(request, '/profile', [
        ['', 'profile.tab'],
        ['/sessions', 'sessions.title'],
        ['/application-passwords', 'app-passwords.title'],
        ['/api-keys', 'api-keys.title'],
        ['/apps', 'apps.title'],
      ]),
    }),
  };
}

/** Another user's account, which must not have more permissions than the viewer. */
export function accountOfOthers(users: Pick<Users, 'get'>): Whose {
  return {
    base: '/users/{id}',
    parent: '/users',
    capability: 'edit_users',
    async user({ params, strings, can }) {
      const id = params.id ?? '';
      const user = /^[1-9]\d{0,15}$/.test(id) ? await users.get(Number(id)) : null;
      if (!user) throw new HostError('rest_user_invalid_id', strings.text('users.gone'), { status: 404 });
      if (await can('edit_user', user)) return user;
      throw new HostError('user_outranks', strings.text('users.outranks'), { status: 403 });
    },
    frame: (request, { id }) => ({
      strings: request.strings,
      tabsLabel: request.strings.text('users.parts'),
      tabs: tabsOf(request, `/users/${id}`, [
        ['', 'users.account'],
        ['/sessions', 'sessions.title'],
        ['/application-passwords', 'app-passwords.title'],
      ]),
    }),
  };
}

/** Builds the tabs. A tab stays current on the pages below it. */
function tabsOf(
  { path, link, strings }: AdminRequest,
  base: string,
  tabs: readonly (readonly [path: string, label: string])[],
): AdminTabbedData['tabs'] {
  return tabs.map(([below, label]) => {
    const target = base + below;
    return {
      label: strings.text(label),
      link: link(target),
      current: path === target || (below !== '' && path.startsWith(`${target}/`)),
    };
  });
}
