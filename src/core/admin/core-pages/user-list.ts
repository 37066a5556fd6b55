import type { UserManagement } from '../../accounts/user-management.js';
import { HostError } from '../../errors.js';
import type { User } from '../../user.js';
import type { ActionOutcome, AdminRequest } from '../admin-page.js';
import { coreText } from '../core-text.js';
import { errorText } from '../error-text.js';
import { listQuery } from '../list-query.js';
import { type ListRow, listTable } from '../list-table.js';
import type { OwnedAdmin } from '../registry.js';
import { formError, type SubmittedForm } from '../submitted-form.js';
import type { CorePagesParts } from './core-pages.js';

export interface UserPagesParts extends Pick<CorePagesParts, 'access' | 'emailChange' | 'users'> {
  readonly management: UserManagement;
}

/** Registers the list of accounts. */
export function registerUserList(own: OwnedAdmin, parts: UserPagesParts): void {
  own.page({
    path: '/users',
    title: coreText('users.title'),
    capability: 'list_users',
    icon: 'users',
    section: 'people',
    order: 10,
    template: 'core/admin/list',
    load: async (request) => ({ strings: request.strings, table: await tableOf(parts, request) }),
    heading: (_data, { strings, link }) => ({
      lead: strings.text('users.lead'),
      actions: [{ label: strings.text('users.add'), link: link('/users/add'), primary: true }],
    }),
    actions: { bulk: (request, form) => bulk(parts, request, form) },
  });
}

async function tableOf(parts: UserPagesParts, request: AdminRequest) {
  const { access, users, management } = parts;
  const { strings } = request;
  const roles = access.roles();
  const query = listQuery(request, {
    sortable: ['login', 'name', 'email'],
    filters: { role: roles.map(({ name }) => name) },
  });
  const { users: found, total } = await users.list({
    search: query.search,
    role: query.filters.role ?? undefined,
    orderBy: query.orderBy ?? undefined,
    direction: query.direction,
    page: query.page,
    perPage: query.perPage,
  });
  const options = roles.map(({ name, label }) => ({ value: name, label }));
  const mayPromote = await request.can('promote_users');
  const mayDelete = await request.can('delete_users');
  const grantable = await management.grantableRoles(request);
  const bulkOptions = [
    ...(mayPromote ? [{ value: 'role', label: strings.text('users.bulk-role') }] : []),
    ...(mayDelete ? [{ value: 'delete', label: strings.text('users.bulk-delete') }] : []),
  ];
  const rows: ListRow[] = [];
  for (const user of found) rows.push(await rowOf(parts, request, user));
  return listTable(request, query, {
    caption: strings.text('users.title'),
    columns: [
      { name: 'login', label: strings.text('users.login'), sortable: true },
      { name: 'name', label: strings.text('users.name'), sortable: true },
      { name: 'email', label: strings.text('users.email'), sortable: true },
      { name: 'roles', label: strings.text('users.roles') },
    ],
    rows,
    total,
    search: strings.text('users.search'),
    filters: [{ name: 'role', label: strings.text('users.role'), all: strings.text('users.all-roles'), options }],
    ...(bulkOptions.length > 0
      ? {
          bulk: {
            action: 'bulk',
            options: bulkOptions,
            ...(mayPromote
              ? {
                  choice: {
                    name: 'role',
                    label: strings.text('users.role'),
                    options: options.filter(({ value }) => grantable.includes(value)),
                  },
                }
              : {}),
          },
        }
      : {}),
    empty: { text: strings.text('users.none') },
  });
}

async function rowOf({ access }: UserPagesParts, request: AdminRequest, user: User): Promise<ListRow> {
  const { strings, link } = request;
  const isSelf = user.id === request.user.id;
  const edit = { label: strings.text('users.edit'), link: link(`/users/${user.id}`) };
  const remove = {
    label: strings.text('users.delete'),
    link: link('/users/delete', { ids: String(user.id) }),
    danger: true,
  };
  const mayEdit = (await request.can('edit_users')) && (await request.can('edit_user', user));
  const mayDelete = await request.can('delete_user', user);
  const mayPromote = await request.can('promote_user', user);
  return {
    id: user.id,
    label: user.login,
    selectable: mayEdit || mayDelete || mayPromote,
    cells: {
      login: {
        text: user.login,
        ...(mayEdit ? { link: edit.link } : {}),
        badges: isSelf ? [{ text: strings.text('users.you') }] : [],
      },
      name: user.name,
      email: {
        text: user.email === '' ? '–' : user.email,
        badges: user.email === '' || user.emailVerified ? [] : [{ text: strings.text('users.email-unverified') }],
      },
      roles: rolesText(access, user, strings.text('users.no-role')),
    },
    actions: [...(mayEdit ? [edit] : []), ...(mayDelete ? [remove] : [])],
  };
}

/** Lists the labels of a user's roles. Roles of inactive plugins are shown by name. */
export function rolesText(access: UserPagesParts['access'], { roles }: User, none: string): string {
  const known = access.roles();
  const labels = roles.map((role) => known.find(({ name }) => name === role)?.label ?? role);
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
