import { HostError } from '../../errors.js';
import type { UserChanges } from '../../identity/users.js';
import { paginate, respond } from '../../rest/response.js';
import type { RestRequest } from '../../rest/route.js';
import { DELETED } from '../../schema/deleted.js';
import type { User } from '../../user.js';
import { editUser, type IdentityRouteParts, NAMESPACE, originOf, requireUserOf } from './route-parts.js';
import { USER_ARG } from './schemas.js';

/** Accounts over REST, under the rules that hold for whoever manages them by hand. */
export function registerUserRoutes(parts: IdentityRouteParts): void {
  const { registry, users, userManagement: management, authEvents } = parts;
  const tags = ['identity'];

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
        description: 'Without a password it gets one by a link for a lost password.',
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
          const user = await management.create(request, request.args);
          return respond(view(user), { status: 201 });
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
        handler: async (request) => view(await requireUserOf(parts, request)),
      });
      endpoint({
        method: ['PUT', 'PATCH'],
        summary: 'Change an account',
        description:
          'Everybody may change their own name. The address, by which a lost password is replaced, and roles take `edit_users` and `promote_users`.',
        operationId: 'updateUser',
        args: FIELD_ARGS,
        permission: editUser(parts),
        returns: USER,
        async handler(request) {
          const user = await requireUserOf(parts, request);
          const { name, email, roles } = request.args;
          const changes = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
          if (roles && !(await request.can('promote_users'))) throw missing('promote_users', 'roles');
          let changed = Object.keys(changes).length > 0 ? await update(request, user, changes) : user;
          if (roles) changed = await management.setRoles(request, user.id, roles);
          return view(changed);
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

  async function update(request: RestRequest, user: User, changes: UserChanges): Promise<User> {
    const isOwnName = user.id === request.user?.id && changes.email === undefined;
    if (!isOwnName || (await request.can('edit_users'))) return management.update(request, user.id, changes);
    const updated = await users.update(user.id, changes);
    const detail = { changed: Object.keys(changes) };
    await authEvents.record({ event: 'user_updated', userId: user.id, ...originOf(request), detail });
    return updated;
  }
}

function missing(capability: string, field: string): HostError {
  return new HostError('user_forbidden', `To change "${field}" your account needs "${capability}".`, {
    status: 403,
    field,
    missing_capability: capability,
  });
}

function view({ id, login, email, name, roles }: User) {
  return { id, login, name, email, roles };
}

const LOGIN_ARG = { type: 'string', required: true, minLength: 1, maxLength: 60 } as const;

const PASSWORD_ARG = { type: 'string', maxLength: 1024 } as const;

const FIELD_ARGS = {
  name: { type: 'string', minLength: 1, maxLength: 190 },
  email: { type: 'string', format: 'email', maxLength: 190 },
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
    roles: { type: 'array', items: { type: 'string' }, required: true },
  },
} as const;
