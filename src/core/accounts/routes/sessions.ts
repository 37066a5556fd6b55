import type { Device } from '../../identity/sessions.js';
import type { RestRequest } from '../../rest/route.js';
import { TIME } from '../../schema/time.js';
import { editUser, type IdentityRouteParts, NAMESPACE, requireUserOf } from './route-parts.js';
import { USER_ARG } from './schemas.js';

/** Registers the REST routes for a user's sessions. */
export function registerSessionRoutes(parts: IdentityRouteParts): void {
  const { registry, sessions, credentials } = parts;
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
        summary: 'Sign out all other sessions',
        description: 'Ends all sessions except the current one.',
        operationId: 'revokeOtherSessions',
        returns: { type: 'object', properties: { deleted: { type: 'boolean' }, count: { type: 'integer' } } },
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          return { deleted: true, count: await credentials.endOtherSessions(request, id) };
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
      summary: 'Sign out a session',
      operationId: 'revokeSession',
      args: { user: USER_ARG, id: { type: 'integer', minimum: 1 } },
      returns: { type: 'object', properties: { deleted: { type: 'boolean', required: true } } },
      async handler(request) {
        const { id: userId } = await requireUserOf(parts, request);
        await credentials.endSession(request, userId, request.args.id);
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

const SESSION = {
  type: 'object',
  properties: {
    id: { type: 'integer', required: true },
    current: { type: 'boolean', required: true, description: 'Whether this is the current session.' },
    user_agent: { type: 'string' },
    ip: { type: 'string' },
    created_at: TIME,
    last_seen_at: TIME,
    expires_at: TIME,
  },
} as const;
