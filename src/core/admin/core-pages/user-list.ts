import type { UserManagement } from '../../accounts/user-management.js';
import { HostError } from '../../errors.js';
import { userList } from '../../identity/user-queries.js';
import type { User } from '../../user.js';
import { adminList } from '../admin-list.js';
import type { ActionOutcome, AdminRequest } from '../admin-page.js';
import { errorText } from '../error-text.js';
import type { ListTable } from '../list-table.js';
import { formError, type SubmittedForm } from '../submitted-form.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';

export interface UserPagesParts extends Pick<CorePagesParts, 'access' | 'db' | 'emailChange' | 'site' | 'users'> {
  readonly management: UserManagement;
}

/** Registers the list of accounts. */
export function registerUserList(area: CoreArea, parts: UserPagesParts): void {
  const { access } = parts;
  const list = adminList(userList, parts, {
    path: '/users',
    caption: 'users.title',
    related: rightsOf,
    columns: {
      login: ({ id, login }, { request: { link, user }, texts: { text }, related }) => ({
        text: login,
        ...(related.get(id)?.mayEdit ? { link: link(`/users/${id}`) } : {}),
        badges: id === user.id ? [{ text: text('users.you') }] : [],
      }),
      name: true,
      email: ({ email, emailVerified }, { texts: { text } }) => ({
        text: email === '' ? '–' : email,
        badges: email === '' || emailVerified ? [] : [{ text: text('users.email-unverified') }],
      }),
      roles: (user, { texts: { text } }) => rolesText(access, user, text('users.no-role')),
    },
    row({ id, login }, { request: { link }, texts: { text }, related }) {
      const { mayEdit, mayDelete, mayPromote } = related.get(id) ?? NO_RIGHTS;
      const edit = { label: text('users.edit'), link: link(`/users/${id}`) };
      const remove = { label: text('users.delete'), link: link('/users/delete', { ids: String(id) }), danger: true };
      return {
        id,
        label: login,
        selectable: mayEdit || mayDelete || mayPromote,
        actions: [...(mayEdit ? [edit] : []), ...(mayDelete ? [remove] : [])],
      };
    },
    inputs: { role: { options: () => roleOptions(access) } },
    bulk: (request) => bulkOf(parts, request),
    empty: 'users.none',
  });
  area.page({
    path: '/users',
    title: 'users.title',
    capability: 'list_users',
    icon: 'users',
    section: 'people',
    order: 10,
    load: list.page,
    heading: (_data, { strings, link }) => ({
      lead: strings.text('users.lead'),
      actions: [{ label: strings.text('users.add'), link: link('/users/add'), primary: true }],
    }),
    actions: { bulk: (request, form) => bulk(parts, request, form) },
  });
}

/** Rights of a reader over an account. */
interface Rights {
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly mayPromote: boolean;
}

const NO_RIGHTS: Rights = { mayEdit: false, mayDelete: false, mayPromote: false };

async function rightsOf(users: readonly User[], { can }: AdminRequest): Promise<ReadonlyMap<number, Rights>> {
  const rights = new Map<number, Rights>();
  const mayEditUsers = await can('edit_users');
  for (const user of users) {
    rights.set(user.id, {
      mayEdit: mayEditUsers && (await can('edit_user', user)),
      mayDelete: await can('delete_user', user),
      mayPromote: await can('promote_user', user),
    });
  }
  return rights;
}

async function bulkOf({ access, management }: UserPagesParts, request: AdminRequest): Promise<ListTable['bulk']> {
  const { text } = request.strings;
  const mayPromote = await request.can('promote_users');
  const options = [
    ...(mayPromote ? [{ value: 'role', label: text('users.bulk-role') }] : []),
    ...((await request.can('delete_users')) ? [{ value: 'delete', label: text('users.bulk-delete') }] : []),
  ];
  if (options.length === 0) return undefined;
  if (!mayPromote) return { action: 'bulk', options };
  const grantable = await management.grantableRoles(request);
  const roles = roleOptions(access).filter(({ value }) => grantable.includes(value));
  return { action: 'bulk', options, choice: { name: 'role', label: text('users.role'), options: roles } };
}

function roleOptions(access: UserPagesParts['access']): { readonly value: string; readonly label: string }[] {
  return access.roles().map(({ name, label }) => ({ value: name, label }));
}

/** Lists the labels of a user's roles. Roles of inactive plugins are shown by name. */
export function rolesText(access: UserPagesParts['access'], { roles }: User, none: string): string {
  const roleRows = access.roles();
  const labels = roles.map((role) => roleRows.find(({ name }) => name === role)?.label ?? role);
  return labels.length === 0 ? none : labels.join(', ');
}

async function bulk(parts: UserPagesParts, request: AdminRequest, form: SubmittedForm): Promise<ActionOutcome> {
  const { strings } = request;
  const ids = form.list('ids').map(Number).filter(Number.isSafeInteger);
  const role = form.text('role');
  const choice = form.text('bulk');
  if (ids.length === 0 || !['role', 'delete'].includes(choice) || (choice === 'role' && role === '')) {
    throw formError({}, strings.text('admin.bulk-none'));
  }
  // Deletion has its own confirmation page.
  if (choice === 'delete') return { to: `/users/delete?ids=${ids.join(',')}` };
  return setRoleOfAll(parts, request, ids, role);
}

/** Changes each account separately: one that is refused does not stop the others. */
async function setRoleOfAll(
  { management }: UserPagesParts,
  request: AdminRequest,
  ids: readonly number[],
  role: string,
): Promise<ActionOutcome> {
  const { strings } = request;
  let done = 0;
  let refusal: HostError | null = null;
  for (const id of ids) {
    try {
      await management.change(request, id, { roles: [role] });
      done += 1;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      refusal ??= error;
    }
  }
  if (!refusal) return { notice: strings.text('users.bulk-done', { count: done }) };
  const text = strings.text('users.partly', { done, count: ids.length, reason: errorText(refusal, strings) });
  return { notice: { kind: done > 0 ? 'warning' : 'error', text } };
}
