import type { Permission } from './route.js';

/** What of a permission cannot be checked by reading the declaration: it lets everybody in, or code decides. */
export type UncheckedKind = 'public' | 'function';

/** A permission in words: `public`, `edit_posts`, `edit_post of the object`, `anyOf(manage_options, function)`. */
export function describePermission(permission: Permission): string {
  if (typeof permission === 'string') return permission;
  if (typeof permission === 'function') return 'function';
  if ('anyOf' in permission) return `anyOf(${permission.anyOf.map(describePermission).join(', ')})`;
  if ('apiKey' in permission) return `API key with ${permission.apiKey}`;
  return `${permission.capability} of the object`;
}

/** Null for a permission that says itself who may call. One open way among several opens the route. */
export function uncheckedKind(permission: Permission): UncheckedKind | null {
  if (permission === 'public') return 'public';
  if (typeof permission === 'function') return 'function';
  if (typeof permission === 'string' || !('anyOf' in permission)) return null;
  const kinds = permission.anyOf.map(uncheckedKind);
  return kinds.find((kind) => kind === 'public') ?? kinds.find((kind) => kind !== null) ?? null;
}
