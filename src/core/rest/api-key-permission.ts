import type { CapabilityName } from '../access/names.js';
import type { ApiKeyPermission, Endpoint, Permission } from './route.js';

/** Headers with another meaning to servers and proxies. */
const RESERVED_HEADERS = new Set([
  'authorization',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'proxy-authorization',
  'x-cms-authorization',
  'x-cms-nonce',
  'x-wp-nonce',
]);

/**
 * Creates a permission that requires an API key with this scope, for machine clients. Register the scope as a
 * capability; a key that acts for a user grants access only while that user holds it.
 * @param options.header the plugin's own key header, accepted besides `X-API-Key` and `Authorization: Bearer`
 * @example
 * permission: apiKey('affiliate', { header: 'X-Vendor-API-Key' })
 */
export function apiKey(scope: CapabilityName, options: { readonly header?: string } = {}): ApiKeyPermission {
  return { apiKey: scope, ...options };
}

/** Returns the API key headers that permissions name, in lower case. */
export function apiKeyHeadersOf(endpoints: readonly Pick<Endpoint, 'permission'>[]): string[] {
  const headers = endpoints.flatMap(({ permission }) =>
    keyPermissions(permission).flatMap(({ header }) => header ?? []),
  );
  return [...new Set(headers.map((header) => header.toLowerCase()))];
}

/** Returns the problem with a header that a permission names, or null. */
export function permissionHeaderFault(permission: Permission): string | null {
  for (const { header } of keyPermissions(permission)) {
    const fault = header === undefined ? null : apiKeyHeaderFault(header);
    if (fault) return fault;
  }
  return null;
}

/** Returns the problem with a header for API keys, or null. */
export function apiKeyHeaderFault(header: string): string | null {
  if (/^[A-Za-z][A-Za-z0-9-]*$/.test(header) && !RESERVED_HEADERS.has(header.toLowerCase())) return null;
  return `"${header}" cannot carry API keys. Use your own header, such as X-Acme-API-Key.`;
}

function keyPermissions(permission: Permission): ApiKeyPermission[] {
  if (typeof permission !== 'object') return [];
  if ('anyOf' in permission) return permission.anyOf.flatMap(keyPermissions);
  return 'apiKey' in permission ? [permission] : [];
}
