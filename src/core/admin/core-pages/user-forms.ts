import { faultsOfFields } from '../../identity/user-fields.js';
import type { User } from '../../user.js';
import type { AdminRequest } from '../admin-page.js';
import { adminForm } from '../form.js';
import type { FieldDefinition } from '../form-field.js';
import { fieldErrors, type SubmittedForm } from '../submitted-form.js';
import type { CoreArea } from './core-pages.js';
import { accountOfOthers } from './credentials/whose.js';
import { rolesText, type UserPagesParts } from './user-list.js';

/** Registers the pages for adding and editing accounts. */
export function registerUserForms(area: CoreArea, parts: UserPagesParts): void {
  const { management } = parts;
  const owner = accountOfOthers(parts.users);
  area.page({
    path: '/users/add',
    title: 'users.add',
    capability: 'create_users',
    parent: '/users',
    template: 'core/admin/forms',
    load: async (request) => ({
      strings: request.strings,
      definitions: [],
      items: [],
      forms: [await addForm(parts, request)],
      links: [],
    }),
    actions: {
      async create(request, form) {
        const mayPromote = await request.can('promote_users');
        const password = form.text('password');
        const emailVerified = form.has('email_verified') || undefined;
        const fields = {
          login: form.text('login'),
          email: form.text('email'),
          ...(form.text('name').trim() === '' ? {} : { name: form.text('name') }),
          ...(password === '' ? {} : { password }),
        };
        assertFields(request, fields);
        const { login } = await management.create(request, {
          ...fields,
          emailVerified,
          ...(mayPromote ? { roles: form.list('roles') } : {}),
        });
        return { to: '/users', notice: request.strings.text('users.created', { login }) };
      },
    },
  });
  area.page({
    path: '/users/{id}',
    title: 'users.edit',
    capability: 'edit_users',
    parent: '/users',
    template: 'core/admin/tabbed',
    load: (request) => editPage(request),
    heading: ({ definitions }) => ({ title: definitions[0]?.text ?? '' }),
    actions: {
      async save(request, form) {
        const { id } = await owner.user(request);
        // One's own email requires the password, so it can only be changed in the profile.
        const isSelf = id === request.user.id;
        const fields = { name: form.text('name'), ...(isSelf ? {} : { email: form.text('email') }) };
        assertFields(request, fields);
        const emailVerified = form.has('email_verified') || undefined;
        const { login } = await management.change(request, id, { ...fields, emailVerified });
        return { notice: request.strings.text('users.saved', { login }) };
      },
      async roles(request, form) {
        const user = await owner.user(request);
        await management.change(request, user.id, { roles: await chosenRoles(request, form, user) });
        return { notice: request.strings.text('users.roles-saved', { login: user.login }) };
      },
    },
  });

  /** Adds the user's roles that the viewer may not grant and that have no checkbox, so that they are kept. */
  async function chosenRoles(request: AdminRequest, form: SubmittedForm, user: User) {
    const grantable = await management.grantableRoles(request);
    return [...form.list('roles'), ...user.roles.filter((role) => !grantable.includes(role))];
  }

  async function editPage(request: AdminRequest<'id'>) {
    const { strings, link } = request;
    const user = await owner.user(request);
    const isSelf = user.id === request.user.id;
    const pending = await parts.emailChange.pending(user.id);
    const mayPromote = await request.can('promote_users');
    const mayDelete = await request.can('delete_user', user);
    const { access } = parts;
    return {
      ...owner.frame(request, user),
      table: null,
      definitions: [
        { term: strings.text('users.login'), text: user.login },
        ...emailFacts(request, user, pending?.email ?? null),
        ...(mayPromote
          ? []
          : [{ term: strings.text('users.roles'), text: rolesText(access, user, strings.text('users.no-role')) }]),
      ],
      forms: [
        adminForm(request, {
          action: 'save',
          title: strings.text('users.account'),
          fields: accountFields(request, user).filter(({ name }) => !isSelf || !name.startsWith('email')),
        }),
        ...(mayPromote
          ? [
              adminForm(request, {
                action: 'roles',
                submit: strings.text('users.save-roles'),
                fields: [await rolesField(parts, request, user.roles)],
              }),
            ]
          : []),
      ],
      links: mayDelete
        ? [
            {
              label: strings.text('users.delete-this'),
              link: link('/users/delete', { ids: String(user.id) }),
              danger: true,
            },
          ]
        : isSelf
          ? [{ label: strings.text('profile.title'), link: link('/profile'), danger: false }]
          : [],
    };
  }
}

/** Reports all invalid fields at the same time, while the service stops at the first. */
function assertFields({ strings }: AdminRequest, fields: Parameters<typeof faultsOfFields>[0]): void {
  const faults = faultsOfFields(fields);
  if (faults.length > 0) throw fieldErrors(faults, strings);
}

async function addForm(parts: UserPagesParts, request: AdminRequest) {
  const { strings, link } = request;
  const { text } = strings;
  return adminForm(request, {
    action: 'create',
    fields: [
      {
        kind: 'text',
        name: 'login',
        label: text('users.login'),
        hint: text('users.login-hint'),
        required: true,
        autocomplete: 'off',
        maxLength: 60,
      },
      ...accountFields(request, null),
      {
        kind: 'password',
        name: 'password',
        label: text('users.password'),
        hint: text('users.password-hint'),
        autocomplete: 'new-password',
      },
      ...((await request.can('promote_users')) ? [await rolesField(parts, request, ['subscriber'])] : []),
    ],
    submit: text('users.create'),
    cancel: { label: text('admin.cancel'), link: link('/users') },
  });
}

function accountFields({ strings: { text } }: AdminRequest, user: User | null): FieldDefinition[] {
  return [
    {
      kind: 'text',
      name: 'name',
      label: text('users.name'),
      hint: text('users.name-hint'),
      value: user?.name ?? '',
      required: user !== null,
      autocomplete: 'off',
      maxLength: 190,
    },
    {
      kind: 'email',
      name: 'email',
      label: text('users.email'),
      value: user?.email ?? '',
      required: true,
      autocomplete: 'off',
      maxLength: 190,
    },
    {
      kind: 'checkbox',
      name: 'email_verified',
      label: text('users.email-verified'),
      hint: text('users.email-verified-hint'),
    },
  ];
}

/** Email details: one's own email, which only the profile changes, and any unverified or pending one. */
function emailFacts({ strings: { text }, user: viewer }: AdminRequest, user: User, pending: string | null) {
  const own = user.id === viewer.id ? [user.email === '' ? '–' : user.email] : [];
  const unverified = user.emailVerified || user.email === '' ? [] : [text('users.email-unverified')];
  const waiting = pending === null || pending === user.email ? [] : [text('users.email-pending', { email: pending })];
  return [...own, ...unverified, ...waiting].map((line) => ({ term: text('users.email'), text: line }));
}

async function rolesField(
  { access, management }: UserPagesParts,
  request: AdminRequest,
  values: readonly string[],
): Promise<FieldDefinition> {
  const { text } = request.strings;
  const grantable = await management.grantableRoles(request);
  const options = access
    .roles()
    .filter(({ name }) => grantable.includes(name))
    .map(({ name, label }) => ({ value: name, label }));
  return {
    kind: 'checkboxes',
    name: 'roles',
    label: text('users.roles'),
    hint: text('users.roles-hint'),
    values,
    options,
  };
}
