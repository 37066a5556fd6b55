import type { CapabilityName } from '../access/names.js';
import type { ApiKeyPermission, Endpoint, Permission, RestRequest } from './route.js';

/** Headers that mean something else to servers and proxies. */
const TAKEN = new Set(['authorization', 'cookie', 'host', 'content-type', 'x-cms-nonce', 'x-wp-nonce']);

/**
 * The permission of routes for programs: `permission: apiKey('affiliate', { header: 'X-Vendor-API-Key' })` lets in who
 * comes with an API key that has this scope. Register the scope as a capability; a key that acts for a user opens the
 * route only while that user holds it.
 * @param options.header the plugin's own header for keys, which is taken besides `X-API-Key` and `Authorization: Bearer`
 */
export function apiKey(scope: CapabilityName, options: { readonly header?: string } = {}): ApiKeyPermission {
  return { apiKey: scope, ...options };
}

/** Whether the caller came with such a key. */
export function hasApiKey({ apiKey: scope }: ApiKeyPermission, request: RestRequest): boolean | Promise<boolean> {
  const { identity, user } = request;
  if (identity?.method !== 'api-key' || !identity.scopes?.includes(scope)) return false;
  return user === null || request.can(scope);
}

/** The headers that permissions name for API keys, in lower case. */
export function apiKeyHeadersOf(endpoints: readonly Pick<Endpoint, 'permission'>[]): string[] {
  const headers = endpoints.flatMap(({ permission }) =>
    keyPermissions(permission).flatMap(({ header }) => header ?? []),
  );
  return [...new Set(headers.map((header) => header.toLowerCase()))];
}

/** What is wrong with the header that a permission names, null for nothing. */
export function apiKeyHeaderFault(permission: Permission): string | null {
  const wrong = keyPermissions(permission).find(
    ({ header }) =>
      header !== undefined && (!/^[A-Za-z][A-Za-z0-9-]*$/.test(header) || TAKEN.has(header.toLowerCase())),
  );
  return wrong ? `"${wrong.header}" cannot carry API keys. Name a header of your own, such as X-Acme-API-Key.` : null;
}

function keyPermissions(permission: Permission): ApiKeyPermission[] {
  if (typeof permission !== 'object') return [];
  if ('anyOf' in permission) return permission.anyOf.flatMap(keyPermissions);
  return 'apiKey' in permission ? [permission] : [];
}
