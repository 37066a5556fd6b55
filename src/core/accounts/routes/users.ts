import { paginate, respond } from '../../rest/response.js';
import { DELETED } from '../../schema/deleted.js';
import type { User } from '../../user.js';
import { editUser, type IdentityRouteParts, NAMESPACE, requireUserOf } from './route-parts.js';
import { USER_ARG } from './schemas.js';

/** Registers the REST routes for accounts, with the same rules as in the admin area. */
export function registerUserRoutes(parts: IdentityRouteParts): void {
  const { registry, users, userManagement: management, emailChange } = parts;
  const tags = ['identity'];

  async function single(user: User) {
    return { ...view(user), pending_email: (await emailChange.pending(user.id))?.email ?? null };
  }

  registry.group(
    NAMESPACE,
    { path: '/users', tags },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'List accounts',
        operationId: 'listUsers',
        args: LIST_ARGS,
        permission: 'list_users',
        returns: { type: 'array', items: USER },
        async handler({ args }) {
          const { search, role, orderby: orderBy, order: direction, page, per_page: perPage } = args;
          const found = await users.list({ search, role, orderBy, direction, page, perPage });
          return paginate(found.users.map(view), { page, perPage, total: found.total });
        },
      });
      endpoint({
        method: 'POST',
        summary: 'Create an account',
        description:
          'Without a password it gets one by a link for a lost password, which also verifies the email address.',
        operationId: 'createUser',
        args: {
          ...FIELD_ARGS,
          login: LOGIN_ARG,
          email: { ...FIELD_ARGS.email, required: true },
          password: PASSWORD_ARG,
        },
        permission: 'create_users',
        returns: USER,
        successStatus: 201,
        async handler(request) {
          const { email_verified: emailVerified, ...fields } = request.args;
          const user = await management.create(request, { ...fields, emailVerified });
          return respond(await single(user), { status: 201 });
        },
      });
    },
    'core',
  );

  registry.group(
    NAMESPACE,
    { path: '/users/{user}', tags, args: { user: USER_ARG } },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'Read an account',
        operationId: 'getUser',
        permission: { anyOf: ['list_users', editUser(parts)] },
        returns: USER,
        handler: async (request) => single(await requireUserOf(parts, request)),
      });
      endpoint({
        method: ['PUT', 'PATCH'],
        summary: 'Change an account',
        description:
          'Everybody may change their own name. The email address and roles take `edit_users` and `promote_users`. Your own new address takes your password and is pending until the link mailed to it was opened; that of another account is in force immediately and, unless `email_verified` is true, gets such a link. All of it is changed or nothing.',
        operationId: 'updateUser',
        args: {
          ...FIELD_ARGS,
          current_password: { ...PASSWORD_ARG, description: 'Your own, to change your own address.' },
        },
        permission: editUser(parts),
        returns: USER,
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          const { name, email, roles, email_verified: emailVerified, current_password: currentPassword } = request.args;
          const changes = { name, email, emailVerified, roles, currentPassword };
          return single(await management.change(request, id, changes));
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Delete an account',
        description: 'With its sessions and credentials. What it wrote stays.',
        operationId: 'deleteUser',
        args: { reassign: { type: 'integer', minimum: 1, description: 'Who becomes the author of what it wrote.' } },
        permission: 'delete_users',
        returns: DELETED,
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          const previous = await management.delete(request, id, { reassignTo: request.args.reassign });
          return { deleted: true, previous: view(previous) };
        },
      });
    },
    'core',
  );

  registry.group(
    NAMESPACE,
    { path: '/users/{user}/email-confirmation', tags, args: { user: USER_ARG } },
    (endpoint) => {
      endpoint({
        method: 'POST',
        summary: 'Send the link that confirms an email address',
        description:
          'To the pending address, or else to the one of the account while it is not verified. Earlier links stop working. An account has 5 an hour sent, an address gets 3.',
        operationId: 'sendEmailConfirmation',
        permission: editUser(parts),
        returns: USER,
        async handler(request) {
          const user = await requireUserOf(parts, request);
          await emailChange.sendLink(user);
          return single(user);
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Cancel the change of an email address',
        description: 'The address of the account stays, and the link stops working.',
        operationId: 'cancelEmailChange',
        permission: editUser(parts),
        returns: USER,
        async handler(request) {
          const user = await requireUserOf(parts, request);
          await emailChange.cancel(request, user);
          return single(user);
        },
      });
    },
    'core',
  );
}

function view({ id, login, email, emailVerified, name, roles }: User) {
  return { id, login, name, email, email_verified: emailVerified, roles };
}

const LOGIN_ARG = { type: 'string', required: true, minLength: 1, maxLength: 60 } as const;

const PASSWORD_ARG = { type: 'string', maxLength: 1024 } as const;

const FIELD_ARGS = {
  name: { type: 'string', minLength: 1, maxLength: 190 },
  email: { type: 'string', format: 'email', maxLength: 190 },
  email_verified: {
    type: 'boolean',
    description: 'Whether the address is known to be the owner’s, so that no link has to prove it. Not for your own.',
  },
  roles: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 64 }, maxItems: 50 },
} as const;

const LIST_ARGS = {
  search: { type: 'string', maxLength: 190, description: 'Part of login, name or e-mail address.' },
  role: { type: 'string', maxLength: 64 },
  orderby: { type: 'string', enum: ['login', 'name', 'email'], default: 'login' },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
} as const;

const USER = {
  type: 'object',
  properties: {
    id: { type: 'integer', required: true },
    login: { type: 'string', required: true },
    name: { type: 'string', required: true },
    email: { type: 'string', required: true },
    email_verified: {
      type: 'boolean',
      required: true,
      description: 'Whether the owner has opened a link mailed to the address.',
    },
    pending_email: {
      type: ['string', 'null'],
      description: 'The address that replaces it once its link was opened. Only of a single account.',
    },
    roles: { type: 'array', items: { type: 'string' }, required: true },
  },
} as const;
