import type { CapabilityName } from '../access/names.js';
import type { ApiKeyPermission, Endpoint, Permission } from './route.js';

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

/** The headers that permissions name for API keys, in lower case. */
export function apiKeyHeadersOf(endpoints: readonly Pick<Endpoint, 'permission'>[]): string[] {
  const headers = endpoints.flatMap(({ permission }) =>
    keyPermissions(permission).flatMap(({ header }) => header ?? []),
  );
  return [...new Set(headers.map((header) => header.toLowerCase()))];
}

/** What is wrong with the headers that a permission names, null for nothing. */
export function permissionHeaderFault(permission: Permission): string | null {
  for (const { header } of keyPermissions(permission)) {
    const fault = header === undefined ? null : apiKeyHeaderFault(header);
    if (fault) return fault;
  }
  return null;
}

/** What is wrong with a header for API keys, null for nothing. */
export function apiKeyHeaderFault(header: string): string | null {
  if (/^[A-Za-z][A-Za-z0-9-]*$/.test(header) && !TAKEN.has(header.toLowerCase())) return null;
  return `"${header}" cannot carry API keys. Name a header of your own, such as X-Acme-API-Key.`;
}

function keyPermissions(permission: Permission): ApiKeyPermission[] {
  if (typeof permission !== 'object') return [];
  if ('anyOf' in permission) return permission.anyOf.flatMap(keyPermissions);
  return 'apiKey' in permission ? [permission] : [];
}
