import { compareText } from '../compare-text.js';
import { type RateLimit, rateLimitsOf } from './rate-limit.js';
import type { Route } from './registry.js';
import type { Endpoint, Method, Permission } from './route.js';

/** Method of a route, as shown by commands and the admin area. */
export interface RouteEntry {
  /** Identifier such as `GET:/acme/v1/recipes`. */
  readonly id: string;
  readonly namespace: string;
  readonly method: Method;
  readonly path: string;
  readonly owner: string;
  readonly permission: string;
  /** `public` or `function` if the declaration does not define who may call, otherwise null. */
  readonly unchecked: UncheckedKind | null;
  /** Limits such as `10/1m by ip`. */
  readonly rateLimit: readonly string[];
  readonly flags: readonly string[];
}

/** Lists all endpoints by method, sorted by path and method. */
export function listRoutes(routes: readonly Route[]): RouteEntry[] {
  return routes
    .flatMap((route) =>
      route.endpoints.flatMap((endpoint) => endpoint.methods.map((method) => describe(route, endpoint, method))),
    )
    .toSorted((a, b) => compareText(a.path, b.path) || compareText(a.method, b.method));
}

function describe({ namespace, template }: Route, endpoint: Endpoint, method: Method): RouteEntry {
  return {
    id: `${method}:${template}`,
    namespace,
    method,
    path: template,
    owner: endpoint.owner,
    permission: describePermission(endpoint.permission),
    unchecked: uncheckedKind(endpoint.permission),
    rateLimit: rateLimitsOf(endpoint).map(describeLimit),
    flags: flagsOf(endpoint),
  };
}

function describeLimit({ max, window, by }: RateLimit): string {
  return `${max}/${typeof window === 'number' ? `${window}ms` : window} by ${by}`;
}

function flagsOf({ showInIndex, allowBatch, idempotency, uploads, deprecated }: Endpoint): string[] {
  return [
    ...(showInIndex === false ? ['hidden'] : []),
    ...(deprecated ? ['deprecated'] : []),
    ...(allowBatch ? ['batch'] : []),
    ...(idempotency ? [`idempotency ${idempotency}`] : []),
    ...(uploads ? ['uploads'] : []),
  ];
}

/** Kinds of permission that cannot be audited from the declaration: open to everyone, or decided by code. */
type UncheckedKind = 'public' | 'function';

/** Formats a permission: `public`, `edit_posts`, `edit_post of the object`, `anyOf(manage_options, function)`. */
function describePermission(permission: Permission): string {
  if (typeof permission === 'string') return permission;
  if (typeof permission === 'function') return 'function';
  if ('anyOf' in permission) return `anyOf(${permission.anyOf.map(describePermission).join(', ')})`;
  if ('apiKey' in permission) return `API key with ${permission.apiKey}`;
  return `${permission.capability} of the object`;
}

/** Returns null for a permission that declares who may call. One open alternative in `anyOf` opens the route. */
function uncheckedKind(permission: Permission): UncheckedKind | null {
  if (permission === 'public') return 'public';
  if (typeof permission === 'function') return 'function';
  if (typeof permission === 'string' || !('anyOf' in permission)) return null;
  const kinds = permission.anyOf.map(uncheckedKind);
  return kinds.find((kind) => kind === 'public') ?? kinds.find((kind) => kind !== null) ?? null;
}
