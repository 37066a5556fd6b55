import { HostError } from '../../errors.js';
import type { RestRequest } from '../../rest/route.js';
import type { Device } from '../sessions.js';
import { editUser, type IdentityRouteParts, NAMESPACE, originOf, requireUserOf } from './route-parts.js';
import { TIME, USER_ARG } from './schemas.js';

/** The browsers in which somebody is signed in, over REST. */
export function registerSessionRoutes(parts: IdentityRouteParts): void {
  const { registry, sessions, authEvents } = parts;
  const shared = { tags: ['identity'], permission: editUser(parts) };

  registry.group(
    NAMESPACE,
    { ...shared, path: '/users/{user}/sessions', args: { user: USER_ARG } },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'List sessions',
        operationId: 'listSessions',
        returns: { type: 'array', items: SESSION },
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          return (await sessions.list(id)).map((device) => view(device, request));
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Log out everywhere else',
        description: 'Ends all sessions but the one that asks.',
        operationId: 'revokeOtherSessions',
        returns: { type: 'object', properties: { deleted: { type: 'boolean' }, count: { type: 'integer' } } },
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          const own = request.identity?.session;
          const count = await sessions.revokeAll(id, own ? { session: own } : undefined);
          const detail = { count };
          await authEvents.record({ event: 'session_revoked', userId: id, ...originOf(request), detail });
          return { deleted: true, count };
        },
      });
    },
    'core',
  );

  registry.route(
    NAMESPACE,
    {
      ...shared,
      method: 'DELETE',
      path: '/users/{user}/sessions/{id}',
      summary: 'Log a device out',
      operationId: 'revokeSession',
      args: { user: USER_ARG, id: { type: 'integer', minimum: 1 } },
      returns: { type: 'object', properties: { deleted: { type: 'boolean', required: true } } },
      async handler(request) {
        const { id: userId } = await requireUserOf(parts, request);
        if (!(await sessions.revokeDevice(userId, request.args.id))) throw notFound();
        await authEvents.record({ event: 'session_revoked', userId, ...originOf(request), detail: { count: 1 } });
        return { deleted: true };
      },
    },
    'core',
  );
}

function view(device: Device, { identity }: RestRequest) {
  return {
    id: device.id,
    current: identity?.session === device.session,
    user_agent: device.userAgent,
    ip: device.ip,
    created_at: device.createdAt.toISOString(),
    last_seen_at: device.lastSeenAt.toISOString(),
    expires_at: device.expiresAt.toISOString(),
  };
}

function notFound(): HostError {
  return new HostError('rest_session_not_found', 'The account has no such session: it may have ended already.', {
    status: 404,
  });
}

const SESSION = {
  type: 'object',
  properties: {
    id: { type: 'integer', required: true },
    current: { type: 'boolean', required: true, description: 'Whether this is the session that asks.' },
    user_agent: { type: 'string' },
    ip: { type: 'string' },
    created_at: TIME,
    last_seen_at: TIME,
    expires_at: TIME,
  },
} as const;
