import { userList } from '../../identity/user-queries.js';
import { listRoute } from '../../rest/resource-routes.js';
import { respond } from '../../rest/response.js';
import { DELETED } from '../../schema/deleted.js';
import type { User } from '../../user.js';
import { editUser, type IdentityRouteParts, NAMESPACE, requireUserOf } from './route-parts.js';
import { USER_ARG } from './schemas.js';

/** Registers the REST routes for accounts, with the same rules as in the admin area. */
export function registerUserRoutes(parts: IdentityRouteParts): void {
  const { registry, userManagement: management, emailChange } = parts;
  const tags = ['identity'];

  async function single(user: User) {
    return { ...userList.record(user), pending_email: (await emailChange.pending(user.id))?.email ?? null };
  }

  registry.route(
    NAMESPACE,
    listRoute(userList, parts, {
      path: '/users',
      summary: 'List accounts',
      operationId: 'listUsers',
      tags,
      permission: 'list_users',
      perPage: 10,
    }),
    'core',
  );
  registry.group(
    NAMESPACE,
    { path: '/users', tags },
    (endpoint) => {
      endpoint({
        method: 'POST',
        summary: 'Create an account',
        description:
          'Without a password, the user sets one with a password reset link, which also verifies the email address.',
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
        summary: 'Update an account',
        description:
          'Users can change their own name. Changing the email address or roles requires `edit_users` or `promote_users`. Changing your own email address requires your password, and the new address is pending until you open the link mailed to it. The new address of another account applies immediately and gets such a link unless `email_verified` is true. All changes are applied, or none.',
        operationId: 'updateUser',
        args: {
          ...FIELD_ARGS,
          current_password: {
            ...PASSWORD_ARG,
            description: 'Your current password. Required to change your own email address.',
          },
        },
        permission: editUser(parts),
        returns: USER,
        async handler(request) {
          const { id, emailVerified: isVerified } = await requireUserOf(parts, request);
          const { name, email, roles, email_verified: sent, current_password: currentPassword } = request.args;
          // Users cannot verify their own address, but may send back what they read.
          const emailVerified = id === request.user?.id && sent === isVerified ? undefined : sent;
          const changes = { name, email, emailVerified, roles, currentPassword };
          return single(await management.change(request, id, changes));
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Delete an account',
        description: 'Also deletes its sessions and credentials. Its content stays.',
        operationId: 'deleteUser',
        args: { reassign: { type: 'integer', minimum: 1, description: 'New author of its content.' } },
        permission: 'delete_users',
        returns: DELETED,
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          const previous = await management.delete(request, id, { reassignTo: request.args.reassign });
          return { deleted: true, previous: userList.record(previous) };
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
        summary: 'Send an email confirmation link',
        description:
          "To the pending address, or to the account's address while it is unverified. Earlier links stop working. Limits: 5 an hour per account, 3 per address.",
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
        summary: 'Cancel an email change',
        description: "Keeps the account's address and invalidates the link.",
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

const LOGIN_ARG = { type: 'string', required: true, minLength: 1, maxLength: 60 } as const;

const PASSWORD_ARG = { type: 'string', maxLength: 1024 } as const;

const FIELD_ARGS = {
  name: { type: 'string', minLength: 1, maxLength: 190 },
  email: { type: 'string', format: 'email', maxLength: 190 },
  email_verified: {
    type: 'boolean',
    description: 'Marks the address as verified without a link. Not allowed for your own account.',
  },
  roles: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 64 }, maxItems: 50 },
} as const;

const USER = {
  ...userList.schema,
  title: 'UserDetails',
  properties: {
    ...userList.schema.properties,
    pending_email: {
      type: ['string', 'null'],
      description: 'Pending email address. Only in responses with a single account.',
    },
  },
} as const;
