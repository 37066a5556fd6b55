import type { Permission } from '../route.js';
import type { Operation, SecurityRequirement } from './model.js';

type PermissionNote = Pick<Operation, 'security' | 'x-capability' | 'x-permission'>;

/**
 * What a caller may come with: an application password, an access token, of whose scopes one list is enough, or the
 * cookie of a session together with a nonce.
 */
function credentials(scopes: readonly (readonly string[])[]): readonly SecurityRequirement[] {
  return [{ applicationPassword: [] }, ...scopes.map((oauth2) => ({ oauth2 })), { session: [], nonce: [] }];
}

/**
 * Who may call an operation, in the words of OpenAPI where it has them.
 * @param isScope whether a capability can be asked for as a scope: those about an object cannot
 */
export function describePermission(permission: Permission, isScope: (capability: string) => boolean): PermissionNote {
  const asked = listNeeds(permission);
  const capabilities = asked.flatMap((one) => ('capability' in one ? one.capability : []));
  const [other] = asked.flatMap((one) => ('permission' in one ? one.permission : []));
  const [only] = capabilities;
  const isPublic = asked.some((one) => 'permission' in one && one.permission === 'public');
  const scopes = capabilities.filter(isScope);
  // Where no capability decides, any token will do; whoever knows the caller may answer more, on open routes as well.
  const known = credentials(scopes.length > 0 && scopes.length === asked.length ? scopes.map((name) => [name]) : [[]]);
  return {
    security: isPublic ? [{}, ...known] : known,
    ...(only === undefined ? {} : { 'x-capability': capabilities.length === 1 ? only : capabilities }),
    ...(other === undefined ? {} : { 'x-permission': other }),
  };
}

/** A sentence in Markdown on who may call; null where everybody may. */
export function permissionInWords(permission: Permission): string | null {
  const needs = listNeeds(permission).map((need) =>
    'capability' in need ? `the capability \`${need.capability}\`` : OTHER_NEEDS[need.permission],
  );
  return needs.includes(null) ? null : `Needs ${needs.join(' or ')}.`;
}

const OTHER_NEEDS = { public: null, authenticated: 'an account', custom: 'what the route itself asks for' } as const;

type Need = { readonly capability: string } | { readonly permission: 'public' | 'authenticated' | 'custom' };

function listNeeds(permission: Permission): Need[] {
  if (typeof permission === 'function') return [{ permission: 'custom' }];
  if (permission === 'public' || permission === 'authenticated') return [{ permission }];
  if (typeof permission === 'string') return [{ capability: permission }];
  if ('anyOf' in permission) return permission.anyOf.flatMap(listNeeds);
  return [{ capability: permission.capability }];
}
