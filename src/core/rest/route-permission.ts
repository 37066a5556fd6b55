import type { Permission } from './route.js';

/** Kinds of permission that cannot be audited from the declaration: open to everyone, or decided by code. */
export type UncheckedKind = 'public' | 'function';

/** Formats a permission: `public`, `edit_posts`, `edit_post of the object`, `anyOf(manage_options, function)`. */
export function describePermission(permission: Permission): string {
  if (typeof permission === 'string') return permission;
  if (typeof permission === 'function') return 'function';
  if ('anyOf' in permission) return `anyOf(${permission.anyOf.map(describePermission).join(', ')})`;
  if ('apiKey' in permission) return `API key with ${permission.apiKey}`;
  return `${permission.capability} of the object`;
}

/** Returns null for a permission that declares who may call. One open alternative in `anyOf` opens the route. */
export function uncheckedKind(permission: Permission): UncheckedKind | null {
  if (permission === 'public') return 'public';
  if (typeof permission === 'function') return 'function';
  if (typeof permission === 'string' || !('anyOf' in permission)) return null;
  const kinds = permission.anyOf.map(uncheckedKind);
  return kinds.find((kind) => kind === 'public') ?? kinds.find((kind) => kind !== null) ?? null;
}
