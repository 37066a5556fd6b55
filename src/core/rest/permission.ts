import { HostError } from '../errors.js';
import { hasApiKey } from './api-key-permission.js';
import type { CallerIdentity } from './call.js';
import type { ApiKeyPermission, Permission, RestRequest } from './route.js';

/** What a refused permission would have needed: for `data.missing_capability`. */
export type Verdict = { readonly allowed: boolean; readonly missing?: string };

/**
 * Asks a route's permission.
 * @param ignored why credentials that came along did not count
 * @returns a promise where the permission has to wait for its answer; most need not
 * @throws HostError `rest_forbidden`: 401 for anonymous callers, 403 for known ones, who are also told which
 *   capability they lack (host.md row 24)
 */
export function assertPermission(
  permission: Permission,
  request: RestRequest,
  ignored?: CallerIdentity['ignored'],
): Promise<void> | undefined {
  const verdict = evaluate(permission, request);
  if (verdict instanceof Promise) return verdict.then((settled) => assertAllowed(settled, request, ignored));
  assertAllowed(verdict, request, ignored);
  return undefined;
}

function assertAllowed({ allowed, missing }: Verdict, request: RestRequest, ignored: CallerIdentity['ignored']): void {
  if (!allowed) throw forbidden(request, missing, ignored);
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

function evaluate(permission: Permission, request: RestRequest): Verdict | Promise<Verdict> {
  if (permission === 'public') return { allowed: true };
  if (permission === 'authenticated') return { allowed: request.user !== null };
  if (typeof permission === 'string') return requireCapability(permission, request);
  if (typeof permission === 'function') return askFunction(permission, request);
  if ('anyOf' in permission) return evaluateAny(permission.anyOf, request);
  if ('apiKey' in permission) return requireApiKey(permission, request);
  // Anonymous callers hold nothing: they need not learn from a 404 which objects exist.
  return request.user ? requireOfObject(permission, request) : { allowed: false };
}

function requireCapability(capability: string, request: RestRequest): Promise<Verdict> {
  return request.can(capability).then((allowed) => ({ allowed, missing: capability }));
}

async function requireApiKey(permission: ApiKeyPermission, request: RestRequest): Promise<Verdict> {
  return { allowed: await hasApiKey(permission, request), missing: permission.apiKey };
}

async function requireOfObject(
  { capability, object }: Extract<Permission, { capability: string }>,
  request: RestRequest,
): Promise<Verdict> {
  return { allowed: await request.can(capability, await object(request)), missing: capability };
}

/**
 * Only `true` opens. An error that is returned, as WordPress's callbacks do, refuses as if it were thrown; what else is
 * no answer to yes or no is a mistake that must not let anybody in.
 */
async function askFunction(
  permission: Extract<Permission, (...args: never) => unknown>,
  request: RestRequest,
): Promise<Verdict> {
  const answer: unknown = await permission(request);
  if (answer instanceof Error) throw answer;
  if (typeof answer === 'boolean' || answer === null || answer === undefined) return { allowed: answer === true };
  throw new HostError(
    'rest_permission_invalid',
    `The permission of ${request.route} answered with a ${typeof answer}: it must be true or false, or an error.`,
    { status: 500 },
  );
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

function forbidden(request: RestRequest, missing: string | undefined, ignored: CallerIdentity['ignored']): HostError {
  if (!request.identity) {
    const message =
      ignored === 'cookie-without-nonce'
        ? 'Your session counts only with a nonce: get one from the address "nonce" below the REST root and send it as X-CMS-Nonce.'
        : 'Sign in to do that: this request carried no valid credentials.';
    return new HostError('rest_forbidden', message, { status: 401 });
  }
  return new HostError('rest_forbidden', 'Your account may not do that. Ask an administrator for the capability.', {
    status: 403,
    ...(missing ? { missing_capability: missing } : {}),
  });
}
