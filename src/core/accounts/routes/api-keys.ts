import { type ApiKey, apiKeyNotFound } from '../../identity/api-keys.js';
import { respond } from '../../rest/response.js';
import type { RestRequest } from '../../rest/route.js';
import { DELETED } from '../../schema/deleted.js';
import { isoOrNull, TIME, TIME_OR_NULL } from '../../schema/time.js';
import { notYours } from '../credential-management.js';
import { type IdentityRouteParts, NAMESPACE } from './route-parts.js';
import { LIMIT_ARGS, LIMIT_PROPERTIES, USER_ARG } from './schemas.js';

/** Registers the REST routes for API keys: one's own, or all with `manage_options`. */
export function registerApiKeyRoutes(parts: IdentityRouteParts): void {
  const { registry, apiKeys, credentials } = parts;
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
          'Keys that act for an account. With `manage_options`: keys of all accounts, and keys without an account.',
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
          'The key is shown only in this response. It acts for the account that creates it. Created with `manage_options` and without `user`, it acts for no account.',
        operationId: 'createApiKey',
        args: { ...LIMIT_ARGS, scopes: { ...LIMIT_ARGS.scopes, required: true, minItems: 1 }, user: USER_ARG },
        permission: 'edit_profile',
        returns: ISSUED,
        successStatus: 201,
        async handler(request) {
          const { name, scopes, expires_at, allowed_ips, user } = request.args;
          const isOfTheSite = user === undefined && (await request.can('manage_options'));
          const userId = isOfTheSite ? undefined : ownerOf(request, user ?? 'me');
          const { key, record } = await credentials.createApiKey(request, {
            name,
            scopes,
            userId,
            expiresAt: expires_at === undefined ? undefined : new Date(expires_at),
            allowedAddresses: allowed_ips,
          });
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
          return { deleted: true, previous: view(await credentials.revokeApiKey(request, request.args.id)) };
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
      summary: 'Rotate an API key',
      description: 'The previous key stays valid for the overlap, so you can update your programs.',
      operationId: 'rotateApiKey',
      tags,
      args: {
        ...KEY_ARGS,
        overlap_hours: {
          type: 'integer',
          minimum: 0,
          maximum: 90 * 24,
          default: 7 * 24,
          description: 'Time for which the previous key stays valid; 0 revokes it immediately.',
        },
      },
      permission: manageKey,
      returns: ISSUED,
      async handler(request) {
        const { id, overlap_hours } = request.args;
        const { key, record } = await credentials.rotateApiKey(request, id, overlap_hours);
        return { ...view(record), key };
      },
    },
    'core',
  );
}

function ownerOf({ user }: Pick<RestRequest, 'user'>, named: string): number {
  return named === 'me' ? (user?.id ?? 0) : Number(named);
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
  user: { type: ['integer', 'null'], description: 'Account that the key acts for; null: none.' },
  ...LIMIT_PROPERTIES,
  created_at: TIME,
  rotated_at: TIME_OR_NULL,
  previous_expires_at: { ...TIME_OR_NULL, description: "End of the previous key's overlap." },
  last_used_at: TIME_OR_NULL,
  last_ip: { type: ['string', 'null'] },
} as const;

const API_KEY = { type: 'object', properties: PROPERTIES } as const;

const ISSUED = { type: 'object', properties: { ...PROPERTIES, key: { type: 'string', required: true } } } as const;
