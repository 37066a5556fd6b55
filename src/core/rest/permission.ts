import { HostError } from '../errors.js';
import type { Permission, RestRequest } from './route.js';

/** What a refused permission would have needed: for `data.missing_capability`. */
export type Verdict = { readonly allowed: boolean; readonly missing?: string };

/**
 * Asks a route's permission.
 * @throws HostError `rest_forbidden`: 401 for anonymous callers, 403 for known ones, who are also told which
 *   capability they lack (host.md row 24)
 */
export async function assertPermission(permission: Permission, request: RestRequest): Promise<void> {
  const { allowed, missing } = await evaluate(permission, request);
  if (allowed) return;
  throw forbidden(request, missing);
}

/** Whether a caller would be let through: for OPTIONS, which lists only the methods one may use. */
export async function tryPermission(permission: Permission, request: RestRequest): Promise<Verdict> {
  try {
    return await evaluate(permission, request);
  } catch (error) {
    if (error instanceof HostError && error.status < 500) return { allowed: false };
    throw error;
  }
}

async function evaluate(permission: Permission, request: RestRequest): Promise<Verdict> {
  if (typeof permission === 'function') return { allowed: await permission(request) };
  if (permission === 'public') return { allowed: true };
  if (permission === 'authenticated') return { allowed: request.user !== null };
  if (typeof permission === 'string') return { allowed: await request.can(permission), missing: permission };
  if ('anyOf' in permission) return evaluateAny(permission.anyOf, request);
  const { capability, object } = permission;
  // Anonymous callers hold nothing: they need not learn from a 404 which objects exist.
  if (!request.user) return { allowed: false };
  return { allowed: await request.can(capability, await object(request)), missing: capability };
}

async function evaluateAny(permissions: readonly Permission[], request: RestRequest): Promise<Verdict> {
  let missing: string | undefined;
  for (const permission of permissions) {
    const verdict = await evaluate(permission, request);
    if (verdict.allowed) return verdict;
    missing ??= verdict.missing;
  }
  return missing === undefined ? { allowed: false } : { allowed: false, missing };
}

function forbidden(request: RestRequest, missing: string | undefined): HostError {
  if (!request.user) {
    return new HostError('rest_forbidden', 'Sign in to do that: this request carried no valid credentials.', {
      status: 401,
    });
  }
  return new HostError('rest_forbidden', 'Your account may not do that. Ask an administrator for the capability.', {
    status: 403,
    ...(missing ? { missing_capability: missing } : {}),
  });
}
