import { API_KEY_HEADER } from '../../identity/authenticators/api-key.js';
import type { Permission } from '../route.js';
import type { Operation, SecurityRequirement } from './model.js';

type PermissionNote = Pick<Operation, 'security' | 'x-capability' | 'x-permission'>;

/**
 * Lists the accepted credentials. They are an application password, an API key, an access token with one of the scope
 * lists, or a session cookie with a nonce.
 */
function credentials(scopes: readonly (readonly string[])[]): readonly SecurityRequirement[] {
  const tokens = scopes.map((oauth2) => ({ oauth2 }));
  return [{ applicationPassword: [] }, { apiKey: [] }, ...tokens, { session: [], nonce: [] }];
}

/** Returns the scopes that each grant a capability; none for an object capability, which maps to others. */
export type ScopesWith = (capability: string) => readonly string[];

/** Describes who may call an operation, with OpenAPI security where possible. */
export function describePermission(permission: Permission, scopesWith: ScopesWith): PermissionNote {
  const requirements = listNeeds(permission);
  const capabilities = requirements.flatMap((requirement) =>
    'capability' in requirement ? requirement.capability : 'scope' in requirement ? requirement.scope : [],
  );
  const [other] = requirements.flatMap((requirement) => ('permission' in requirement ? requirement.permission : []));
  const [only] = capabilities;
  return {
    security: securityOf(requirements, scopesWith),
    ...(only === undefined ? {} : { 'x-capability': capabilities.length === 1 ? only : capabilities }),
    ...(other === undefined ? {} : { 'x-permission': other }),
  };
}

/** Routes that require an API key name the header it is sent in. */
function securityOf(requirements: readonly Requirement[], scopesWith: ScopesWith): readonly SecurityRequirement[] {
  // Authenticated callers may get more from public routes, so they accept credentials too.
  if (requirements.some((requirement) => 'permission' in requirement && requirement.permission === 'public'))
    return [{}, ...credentials([[]])];
  const keys = requirements.flatMap((requirement) =>
    'scope' in requirement ? [{ [apiKeyScheme(requirement.header)]: [] }] : [],
  );
  if (requirements.length === keys.length) return keys;
  // If something other than a capability may decide, any token is accepted.
  const scopes = requirements
    .filter((requirement) => !('scope' in requirement))
    .map((requirement) => ('capability' in requirement ? scopesWith(requirement.capability) : []));
  const schemes = credentials(scopes.every((names) => names.length > 0) ? scopes.flat().map((name) => [name]) : [[]]);
  return [...schemes, ...keys.filter((key) => !('apiKey' in key))];
}

/** Returns the security scheme name of a header: `apiKey` for `X-API-Key`, `apiKeyXVendorApiKey` for another. */
export function apiKeyScheme(header: string | undefined): string {
  if (header === undefined || header.toLowerCase() === API_KEY_HEADER) return 'apiKey';
  const segments = header.toLowerCase().split('-');
  return `apiKey${segments.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

/** Returns a Markdown sentence about the required permission; null for public routes. */
export function permissionText(permission: Permission): string | null {
  const needs = listNeeds(permission).map((need) => {
    if ('scope' in need) return `an API key with the scope \`${need.scope}\``;
    return 'capability' in need ? `the capability \`${need.capability}\`` : OTHER_NEEDS[need.permission];
  });
  return needs.includes(null) ? null : `Needs ${needs.join(' or ')}.`;
}

const OTHER_NEEDS = { public: null, authenticated: 'an account', custom: "the route's own permission check" } as const;

type Requirement =
  | { readonly capability: string }
  | { readonly scope: string; readonly header: string | undefined }
  | { readonly permission: 'public' | 'authenticated' | 'custom' };

function listNeeds(permission: Permission): Requirement[] {
  if (typeof permission === 'function') return [{ permission: 'custom' }];
  if (permission === 'public' || permission === 'authenticated') return [{ permission }];
  if (typeof permission === 'string') return [{ capability: permission }];
  if ('anyOf' in permission) return permission.anyOf.flatMap(listNeeds);
  if ('apiKey' in permission) return [{ scope: permission.apiKey, header: permission.header }];
  return [{ capability: permission.capability }];
}
