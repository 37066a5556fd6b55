import type { Permission } from '../route.js';
import type { Operation, SecurityRequirement } from './model.js';

type PermissionNote = Pick<Operation, 'security' | 'x-capability' | 'x-permission'>;

/** What a caller may come with: an application password, or the cookie of a session together with a nonce. */
const CREDENTIALS: readonly SecurityRequirement[] = [{ applicationPassword: [] }, { session: [], nonce: [] }];

/** Whoever knows the caller may answer more, so open routes take credentials as well. */
const OPTIONAL: readonly SecurityRequirement[] = [{}, ...CREDENTIALS];

/** Who may call an operation, in the words of OpenAPI where it has them. */
export function describePermission(permission: Permission): PermissionNote {
  const asked = listNeeds(permission);
  const capabilities = asked.flatMap((one) => ('capability' in one ? one.capability : []));
  const [other] = asked.flatMap((one) => ('permission' in one ? one.permission : []));
  const [only] = capabilities;
  return {
    security: asked.some((one) => 'permission' in one && one.permission === 'public') ? OPTIONAL : CREDENTIALS,
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
