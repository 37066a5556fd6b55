import type { ApiKey } from '../../../../access.js';
import type { PluginContext } from '../../../../index.js';
import { type ArgumentSchema, type JsonSchema, listBody, listSchema, paginate, respond } from '../../../../rest.js';
import { KEY_OVERLAP, TRACK_SCOPE } from '../../access/key-terms.js';
import { ADMIN, NAMESPACE, PAGE_ARGS } from '../arguments.js';

const text = { type: 'string', required: true } as const;

const momentOrNull = { type: ['string', 'null'], format: 'date-time', required: true } as const;

const KEY: Readonly<Record<string, ArgumentSchema>> = {
  id: text,
  prefix: { ...text, description: 'Beginning of the key.' },
  label: text,
  scopes: { type: 'array', items: { type: 'string' }, required: true },
  expires_at: momentOrNull,
  created_at: { ...text, format: 'date-time' },
  last_used_at: { ...momentOrNull, description: 'Rounded to the minute.' },
  previous_expires_at: { ...momentOrNull, description: "End of the previous secret's overlap." },
};

const API_KEY: JsonSchema = { type: 'object', title: 'AffiliateApiKey', properties: KEY };

const ISSUED_API_KEY: JsonSchema = {
  type: 'object',
  title: 'IssuedAffiliateApiKey',
  properties: { ...KEY, key: { ...text, description: 'It is shown only once.' } },
};

const REVOKED_API_KEY: JsonSchema = {
  type: 'object',
  title: 'RevokedAffiliateApiKey',
  properties: { deleted: { type: 'boolean', required: true }, previous: { ...API_KEY, required: true } },
};

const API_KEY_LIST: JsonSchema = { ...listSchema(API_KEY), title: 'AffiliateApiKeyList' };

const TAGS = ['API keys'];

const ID_ARGS = { id: { type: 'string', pattern: '^[A-Za-z0-9]{12}$', description: 'Part after `vk_`.' } } as const;

/** Registers the routes of API keys for external forms and shops. */
export function registerApiKeyRoutes({ rest, apiKeys }: Pick<PluginContext, 'apiKeys' | 'rest'>): void {
  const common = { tags: TAGS, permission: ADMIN } as const;

  rest.route(NAMESPACE, {
    ...common,
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys of forms and shops',
    operationId: 'listAffiliateApiKeys',
    args: PAGE_ARGS,
    returns: API_KEY_LIST,
    async handler({ args: { page, per_page: perPage } }) {
      const keys = await apiKeys.list();
      const data = keys.slice((page - 1) * perPage, page * perPage).map(keyView);
      const info = { page, perPage, total: keys.length };
      return paginate(listBody(data, info), info, 'vendor_affiliate_invalid_page');
    },
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key for a form or a shop',
    description: 'The key is shown only in this response. Store it on a server: it can record conversions.',
    operationId: 'createAffiliateApiKey',
    strictBody: true,
    args: {
      label: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'Label of the place where it is used.',
        required: true,
      },
      scopes: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 10, default: [TRACK_SCOPE] },
      expires_at: { type: 'string', format: 'date-time', description: 'Default: no expiration.' },
    },
    successStatus: 201,
    returns: ISSUED_API_KEY,
    async handler(request) {
      const { label: name, scopes, expires_at: expires } = request.args;
      const expiresAt = expires === undefined ? undefined : new Date(expires);
      const { key, record } = await apiKeys.create(request, { name, scopes, expiresAt });
      return respond({ ...keyView(record), key }, { status: 201 });
    },
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    summary: 'Rotate an API key',
    description: 'The previous key stays valid for a day, so no conversion is lost while you replace it.',
    operationId: 'rotateAffiliateApiKey',
    args: ID_ARGS,
    returns: ISSUED_API_KEY,
    async handler(request) {
      const { key, record } = await apiKeys.rotate(request, request.args.id, KEY_OVERLAP);
      return { ...keyView(record), key };
    },
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'DELETE',
    path: '/api-keys/{id}',
    summary: 'End a key',
    operationId: 'revokeAffiliateApiKey',
    args: ID_ARGS,
    returns: REVOKED_API_KEY,
    async handler(request) {
      return { deleted: true, previous: keyView(await apiKeys.revoke(request, request.args.id)) };
    },
  });
}

function keyView({ id, prefix, name, scopes, expiresAt, createdAt, lastUsedAt, previousExpiresAt }: ApiKey) {
  return {
    id,
    prefix,
    label: name,
    scopes,
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    previous_expires_at: previousExpiresAt?.toISOString() ?? null,
  };
}
