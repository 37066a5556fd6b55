import type { HeldCapability } from '../../../access/names.js';
import { HostError } from '../../../errors.js';
import type { Users } from '../../../identity/users.js';
import type { User } from '../../../user.js';
import type { AdminRequest } from '../../admin-page.js';
import type { AdminTabbedData } from '../../template-data.js';

/** Whose sessions and credentials pages are about: one's own, or those of the account that the address names. */
export interface Whose {
  /** What the paths of the pages begin with. */
  readonly base: '/profile' | '/users/{id}';
  readonly parent: '/profile' | '/users';
  readonly capability: HeldCapability;
  /** @throws HostError 404 `rest_user_invalid_id`, 403 `user_outranks` where the viewer may not look after the account */
  user(request: AdminRequest): Promise<User>;
  /** The tabs of the pages about this account, and what is the same for all of them. */
  frame(request: AdminRequest, user: User): Pick<AdminTabbedData, 'strings' | 'tabs' | 'tabsLabel'>;
}

/** One's own account. */
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

/** The account of somebody who may do no more than the viewer. */
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

/** The tab of a page below another one stays the current one. */
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
