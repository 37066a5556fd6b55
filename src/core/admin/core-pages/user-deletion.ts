import { HostError } from '../../errors.js';
import type { User } from '../../user.js';
import type { ActionOutcome, AdminRequest } from '../admin-page.js';
import { errorText } from '../error-text.js';
import { adminForm } from '../form.js';
import type { SubmittedForm } from '../submitted-form.js';
import type { CoreArea } from './core-pages.js';
import type { UserPagesParts } from './user-list.js';

/** Maximum number of accounts, for deletion and for the list of heirs: one page of a list. */
const MAX_ACCOUNTS = 100;

/** Registers the confirmation page for deleting accounts, with the choice of who inherits their posts. */
export function registerUserDeletion(area: CoreArea, parts: UserPagesParts): void {
  area.page({
    path: '/users/delete',
    title: 'users.delete-title',
    capability: 'delete_users',
    parent: '/users',
    template: 'core/admin/forms',
    async load(request) {
      const { strings, link } = request;
      const { text } = strings;
      const doomed = await usersOf(parts, request, idsOf(String(request.query.ids ?? '')));
      return {
        strings,
        definitions: [],
        items: doomed.map(({ login, name }) => (name === login ? login : `${name} (${login})`)),
        forms: [
          adminForm(request, {
            action: 'delete',
            description: text('users.delete-question', { count: doomed.length }),
            fields: [
              { kind: 'hidden', name: 'ids', value: doomed.map(({ id }) => id).join(',') },
              {
                kind: 'select',
                name: 'reassign_to',
                label: text('users.delete-heir'),
                hint: text('users.delete-heir-hint'),
                required: true,
                options: await heirsOf(parts, request, doomed),
              },
            ],
            submit: text('users.delete'),
            danger: true,
            cancel: { label: text('admin.cancel'), link: link('/users') },
          }),
        ],
        links: [],
      };
    },
    actions: { delete: (request, form) => deleteAll(parts, request, form) },
  });
}

function idsOf(text: string): number[] {
  const ids = text.split(',').map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MAX_ACCOUNTS);
}

async function usersOf({ users }: UserPagesParts, { strings }: AdminRequest, ids: readonly number[]): Promise<User[]> {
  const found: User[] = [];
  for (const id of ids) {
    const user = await users.get(id);
    if (user) found.push(user);
  }
  if (found.length > 0) return found;
  throw new HostError('rest_user_invalid_id', strings.text('users.gone'), { status: 404 });
}

/** Options for the heir: no user, the viewer, then other users up to the limit. */
async function heirsOf({ users }: UserPagesParts, { user, strings }: AdminRequest, doomed: readonly User[]) {
  const { users: others } = await users.list({ perPage: MAX_ACCOUNTS, orderBy: 'name' });
  const heirs = [user, ...others.filter(({ id }) => id !== user.id)].filter(
    ({ id }) => !doomed.some((deleted) => deleted.id === id),
  );
  return [
    { value: '', label: strings.text('users.delete-no-heir') },
    ...heirs.map(({ id, name, login }) => ({
      value: String(id),
      label: name === login ? login : `${name} (${login})`,
    })),
  ];
}

async function deleteAll(
  { management }: UserPagesParts,
  request: AdminRequest,
  form: SubmittedForm,
): Promise<ActionOutcome> {
  const { strings } = request;
  const ids = idsOf(form.text('ids'));
  const heir = form.text('reassign_to');
  let deleted = 0;
  let refusal: HostError | null = null;
  for (const id of ids) {
    try {
      await management.delete(request, id, heir === '' ? {} : { reassignTo: Number(heir) });
      deleted += 1;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      refusal ??= error;
    }
  }
  if (!refusal) return { to: '/users', notice: strings.text('users.deleted', { count: deleted }) };
  if (deleted === 0) throw refusal;
  const text = strings.text('users.partly', { done: deleted, count: ids.length, reason: errorText(refusal, strings) });
  return { to: '/users', notice: { kind: 'warning', text } };
}
