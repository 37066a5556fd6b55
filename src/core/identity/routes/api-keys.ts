import { capabilityName } from '../../access/names.js';
import { HostError } from '../../errors.js';
import { respond } from '../../rest/response.js';
import type { RestRequest } from '../../rest/route.js';
import { type ApiKey, apiKeyNotFound } from '../api-keys.js';
import { assertMayDelegate, type IdentityRouteParts, NAMESPACE, originOf } from './route-parts.js';
import { DELETED, isoOrNull, LIMIT_ARGS, LIMIT_PROPERTIES, TIME, TIME_OR_NULL, USER_ARG } from './schemas.js';

const HOUR = 60 * 60 * 1000;

/** API keys over REST: one's own, and with `manage_options` all of them. */
export function registerApiKeyRoutes(parts: IdentityRouteParts): void {
  const { registry, apiKeys, authEvents } = parts;
  const tags = ['identity'];
  const KEY_ARGS = {
    id: { type: 'string', pattern: '^[A-Za-z0-9]{12}$', description: 'The part after `vk_`.' },
  } as const;
  const manageKey = {
    capability: 'manage_api_key',
    object: ({ args }: RestRequest) => apiKeys.get(String(args.id)),
  } as const;

  registry.group(
    NAMESPACE,
    { path: '/api-keys', tags },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'List API keys',
        description:
          'Those that act for an account; of all accounts, and those that act for none, with `manage_options`.',
        operationId: 'listApiKeys',
        args: { user: USER_ARG },
        permission: 'edit_profile',
        returns: { type: 'array', items: API_KEY },
        async handler(request) {
          const { user } = request.args;
          const isAdministrator = await request.can('manage_options');
          const of = user === undefined && isAdministrator ? undefined : ownerOf(request, user ?? 'me');
          if (of !== undefined && of !== request.user?.id && !isAdministrator) throw notYours();
          return (await apiKeys.list(of === undefined ? {} : { userId: of })).map(view);
        },
      });
      endpoint({
        method: 'POST',
        summary: 'Create an API key',
        description:
          'The key is in this answer and never again. It acts for the account that creates it, or, created with `manage_options` and without `user`, for none.',
        operationId: 'createApiKey',
        args: { ...LIMIT_ARGS, scopes: { ...LIMIT_ARGS.scopes, required: true, minItems: 1 }, user: USER_ARG },
        permission: 'edit_profile',
        returns: ISSUED,
        successStatus: 201,
        async handler(request) {
          assertMayDelegate(request);
          const { name, scopes, expires_at, allowed_ips, user } = request.args;
          const userId = await assertMayCreate(request, scopes, user);
          const { key, record } = await apiKeys.create({
            name,
            scopes,
            userId,
            expiresAt: expires_at === undefined ? undefined : new Date(expires_at),
            allowedAddresses: allowed_ips,
            createdBy: request.user?.id,
          });
          const detail = { name: record.name, credential: record.id, scopes: record.scopes };
          await authEvents.record({ event: 'api_key_created', userId, ...originOf(request), detail });
          return respond({ ...view(record), key }, { status: 201 });
        },
      });
    },
    'core',
  );

  registry.group(
    NAMESPACE,
    { path: '/api-keys/{id}', tags, args: KEY_ARGS, permission: manageKey },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'Read an API key',
        operationId: 'getApiKey',
        returns: API_KEY,
        async handler({ args }) {
          const record = await apiKeys.get(args.id);
          if (!record) throw apiKeyNotFound();
          return view(record);
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Revoke an API key',
        operationId: 'revokeApiKey',
        returns: DELETED,
        async handler(request) {
          const previous = await apiKeys.get(request.args.id);
          if (!previous || !(await apiKeys.revoke(previous.id))) throw apiKeyNotFound();
          const detail = { name: previous.name, credential: previous.id };
          await authEvents.record({ event: 'api_key_revoked', userId: previous.userId, ...originOf(request), detail });
          return { deleted: true, previous: view(previous) };
        },
      });
    },
    'core',
  );

  registry.route(
    NAMESPACE,
    {
      method: 'POST',
      path: '/api-keys/{id}/rotate',
      summary: 'Give an API key another secret',
      description: 'The old one counts for a while longer, so that programs can be given the new one in peace.',
      operationId: 'rotateApiKey',
      tags,
      args: {
        ...KEY_ARGS,
        overlap_hours: {
          type: 'integer',
          minimum: 0,
          maximum: 90 * 24,
          default: 7 * 24,
          description: 'How long the old one counts; 0 ends it at once.',
        },
      },
      permission: manageKey,
      returns: ISSUED,
      async handler(request) {
        assertMayDelegate(request);
        const { id, overlap_hours } = request.args;
        const { key, record } = await apiKeys.rotate(id, overlap_hours * HOUR);
        const detail = { name: record.name, credential: id, overlap_hours };
        await authEvents.record({ event: 'api_key_rotated', userId: record.userId, ...originOf(request), detail });
        return { ...view(record), key };
      },
    },
    'core',
  );

  /**
   * Nobody gives away what they have not got. A key for nobody is the site's own, which its administrators answer for.
   * @returns whom the key acts for
   */
  async function assertMayCreate(
    request: RestRequest,
    scopes: readonly string[],
    user: string | undefined,
  ): Promise<number | undefined> {
    const isAdministrator = await request.can('manage_options');
    if (user === undefined && isAdministrator) return undefined;
    const userId = ownerOf(request, user ?? 'me');
    if (userId !== request.user?.id) {
      const target = await parts.users.get(userId);
      if (!target || !(await request.can('edit_user', target))) throw notYours();
    }
    for (const scope of scopes) {
      if (await request.can(capabilityName(scope))) continue;
      throw new HostError('rest_api_key_scope_refused', `You cannot give a key "${scope}": you do not have it.`, {
        status: 403,
        missing_capability: scope,
      });
    }
    return userId;
  }
}

function ownerOf({ user }: Pick<RestRequest, 'user'>, named: string): number {
  return named === 'me' ? (user?.id ?? 0) : Number(named);
}

function notYours(): HostError {
  return new HostError('rest_forbidden', 'These are the keys of somebody else. Ask an administrator.', {
    status: 403,
    missing_capability: 'manage_options',
  });
}

function view(record: ApiKey) {
  return {
    id: record.id,
    prefix: record.prefix,
    name: record.name,
    user: record.userId,
    scopes: record.scopes,
    allowed_ips: record.allowedAddresses,
    expires_at: isoOrNull(record.expiresAt),
    created_at: record.createdAt.toISOString(),
    rotated_at: isoOrNull(record.rotatedAt),
    previous_expires_at: isoOrNull(record.previousExpiresAt),
    last_used_at: isoOrNull(record.lastUsedAt),
    last_ip: record.lastIp,
  };
}

const PROPERTIES = {
  id: { type: 'string', required: true },
  prefix: { type: 'string', required: true },
  name: { type: 'string', required: true },
  user: { type: ['integer', 'null'], description: 'Whom the key acts for; null: nobody.' },
  ...LIMIT_PROPERTIES,
  created_at: TIME,
  rotated_at: TIME_OR_NULL,
  previous_expires_at: { ...TIME_OR_NULL, description: 'Until when the key before the last rotation counts.' },
  last_used_at: TIME_OR_NULL,
  last_ip: { type: ['string', 'null'] },
} as const;

const API_KEY = { type: 'object', properties: PROPERTIES } as const;

const ISSUED = { type: 'object', properties: { ...PROPERTIES, key: { type: 'string', required: true } } } as const;
