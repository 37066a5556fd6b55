import { DO_NOT_ALLOW, type Verdict } from '../access/judge.js';
import type { CapabilityName } from '../access/names.js';
import { HostError } from '../errors.js';
import type { CallerIdentity } from './call.js';
import type { MutableRequest } from './exchange.js';
import type { ApiKeyPermission, Permission } from './route.js';

/** Missing permissions of a rejected request, for `data` of the error and for OPTIONS. */
export interface Missing {
  /** Required capability; absent if the user has it and the credential is insufficient. */
  readonly missing_capability?: string;
  /** Primitive capabilities that the user lacks, if they differ from the required one. */
  readonly missing_capabilities?: readonly string[];
  /** Capabilities the user has, but the credential's scopes exclude. */
  readonly missing_scope?: string;
  readonly missing_scopes?: readonly string[];
}

export interface PermissionVerdict {
  readonly allowed: boolean;
  readonly missing?: Missing;
}

/**
 * Checks a route's permission.
 * @param ignored reason why sent credentials were ignored
 * @returns a promise only if the permission is asynchronous; most are not
 * @throws HostError `rest_forbidden`: 401 for anonymous callers, 403 for authenticated ones, with the capability they
 *   lack
 */
export function assertPermission(
  permission: Permission,
  request: MutableRequest,
  ignored?: CallerIdentity['ignored'],
): Promise<void> | undefined {
  const verdict = evaluate(permission, request);
  if (verdict instanceof Promise) return verdict.then((settled) => assertAllowed(settled, request, ignored));
  assertAllowed(verdict, request, ignored);
  return undefined;
}

function assertAllowed(
  { allowed, missing }: PermissionVerdict,
  request: MutableRequest,
  ignored: CallerIdentity['ignored'],
): void {
  if (!allowed) throw forbidden(request, missing, ignored);
}

/** Checks a permission without throwing, for OPTIONS, which lists only the allowed methods. */
export async function tryPermission(permission: Permission, request: MutableRequest): Promise<PermissionVerdict> {
  try {
    return await evaluate(permission, request);
  } catch (error) {
    if (error instanceof HostError && error.status < 500) return { allowed: false };
    throw error;
  }
}

function evaluate(permission: Permission, request: MutableRequest): PermissionVerdict | Promise<PermissionVerdict> {
  if (permission === 'public') return { allowed: true };
  if (permission === 'authenticated') return { allowed: request.user !== null };
  if (typeof permission === 'string') return requireCapability(permission, request);
  if (typeof permission === 'function') return askFunction(permission, request);
  if ('anyOf' in permission) return evaluateAny(permission.anyOf, request);
  if ('apiKey' in permission) return requireApiKey(permission, request);
  // Anonymous callers are rejected first, so that a 404 does not reveal which objects exist.
  return request.user ? requireOfObject(permission, request) : { allowed: false };
}

async function requireCapability(
  capability: CapabilityName,
  request: MutableRequest,
  object?: unknown,
): Promise<PermissionVerdict> {
  const verdict = await request.check(capability, object);
  return verdict.allowed ? { allowed: true } : { allowed: false, missing: missingOf(capability, verdict) };
}

/** Converts a capability verdict to the error's format. */
export function missingOf(capability: string, { missing, missingScopes }: Verdict): Missing {
  const [scope] = missingScopes;
  const isOther = missing.length > 1 || (missing.length === 1 && missing[0] !== capability);
  return {
    ...(missing.length > 0 ? { missing_capability: capability } : {}),
    ...(isOther ? { missing_capabilities: missing } : {}),
    ...(scope === undefined ? {} : { missing_scope: scope }),
    ...(missingScopes.length > 1 ? { missing_scopes: missingScopes } : {}),
  };
}

async function requireApiKey(permission: ApiKeyPermission, request: MutableRequest): Promise<PermissionVerdict> {
  const { identity, user } = request;
  const isInScope = identity?.method === 'api-key' && request.covers(identity.scopes ?? [], permission.apiKey);
  if (isInScope && (user === null || (await request.can(permission.apiKey)))) return { allowed: true };
  return { allowed: false, missing: { missing_scope: permission.apiKey } };
}

async function requireOfObject(
  { capability, object }: Extract<Permission, { capability: string }>,
  request: MutableRequest,
): Promise<PermissionVerdict> {
  const subject = await object(request);
  const verdict = await requireCapability(capability, request, subject);
  // With `anyOf`, the handler gets the object of the permission that passed.
  if (verdict.allowed) request.object = subject;
  return verdict;
}

/**
 * Evaluates a permission function. Only `true` allows. A returned error, as in WordPress callbacks, rejects like a
 * thrown one; any other value that is not a boolean or empty is a bug and must not grant access.
 */
async function askFunction(
  permission: Extract<Permission, (...args: never) => unknown>,
  request: MutableRequest,
): Promise<PermissionVerdict> {
  const verdict: unknown = await permission(request);
  if (verdict instanceof Error) throw verdict;
  if (typeof verdict === 'boolean' || verdict === null || verdict === undefined) return { allowed: verdict === true };
  throw new HostError(
    'rest_permission_invalid',
    `The permission of ${request.route} returned a ${typeof verdict}. Return true, false or an error.`,
    { status: 500 },
  );
}

/** Evaluates alternatives. If all fail, reports what the first declared one is missing. */
async function evaluateAny(permissions: readonly Permission[], request: MutableRequest): Promise<PermissionVerdict> {
  let missing: Missing | undefined;
  for (const permission of permissions) {
    const verdict = await evaluate(permission, request);
    if (verdict.allowed) return verdict;
    missing ??= verdict.missing;
  }
  return missing === undefined ? { allowed: false } : { allowed: false, missing };
}

function forbidden(request: MutableRequest, missing: Missing = {}, ignored: CallerIdentity['ignored']): HostError {
  if (!request.identity) {
    const message =
      ignored === 'cookie-without-nonce'
        ? 'Your session requires a nonce. Get one from "nonce" below the REST root and send it as X-CMS-Nonce.'
        : 'Sign in first: this request has no valid credentials.';
    return new HostError('rest_forbidden', message, { status: 401 });
  }
  return new HostError('rest_forbidden', explanationOf(missing, request.user !== null), { status: 403, ...missing });
}

/** Explains whether the account or the credential is insufficient, and the fix. */
function explanationOf(
  {
    missing_capability: capability,
    missing_capabilities: capabilities = capability === undefined ? [] : [capability],
    missing_scope: scope,
    missing_scopes: scopes = scope === undefined ? [] : [scope],
  }: Missing,
  hasAccount: boolean,
): string {
  if (capabilities.includes(DO_NOT_ALLOW)) return 'No role is allowed to do that.';
  if (capabilities.length > 0 && !hasAccount) {
    return `This credential acts for no account and has no capabilities. Use a credential of an account with ${namesOf(capabilities)}.`;
  }
  if (capabilities.length > 0) {
    return `Your account cannot do that. Ask an administrator for a role with ${namesOf(capabilities)}.`;
  }
  if (scopes.length > 0) {
    return `The scopes of this credential do not include ${namesOf(scopes)}. Use a credential that has them.`;
  }
  return 'Your account cannot do that. Ask an administrator for the capability.';
}

const LIST = new Intl.ListFormat('en');

function namesOf(capabilities: readonly string[]): string {
  return LIST.format(capabilities.map((name) => `"${name}"`));
}
