import { DO_NOT_ALLOW, type Verdict } from '../access/judge.js';
import type { CapabilityName } from '../access/names.js';
import { HostError } from '../errors.js';
import type { CallerIdentity } from './call.js';
import type { MutableRequest } from './exchange.js';
import type { ApiKeyPermission, Permission } from './route.js';

/** What a refused permission would have needed, for `data` of the error and for OPTIONS. */
export interface Missing {
  /** What the route asks for; absent where the user has it and the credential is what falls short. */
  readonly missing_capability?: string;
  /** The primitive capabilities that the user lacks of it, where those are others. */
  readonly missing_capabilities?: readonly string[];
  /** Capabilities that the user has, and the credential's scopes leave out. */
  readonly missing_scope?: string;
  readonly missing_scopes?: readonly string[];
}

export interface PermissionVerdict {
  readonly allowed: boolean;
  readonly missing?: Missing;
}

/**
 * Asks a route's permission.
 * @param ignored why credentials that came along did not count
 * @returns a promise where the permission has to wait for its answer; most need not
 * @throws HostError `rest_forbidden`: 401 for anonymous callers, 403 for known ones, who are also told which
 *   capability they lack (host.md row 24)
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

/** Whether a caller would be let through: for OPTIONS, which lists only the methods one may use. */
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
  // Anonymous callers hold nothing: they need not learn from a 404 which objects exist.
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

/** A verdict on a capability in the words of an answer. */
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
  // Of several ways in, the handler is told of the one that was open.
  if (verdict.allowed) request.object = subject;
  return verdict;
}

/**
 * Only `true` opens. An error that is returned, as WordPress's callbacks do, refuses as if it were thrown; what else is
 * no answer to yes or no is a mistake that must not let anybody in.
 */
async function askFunction(
  permission: Extract<Permission, (...args: never) => unknown>,
  request: MutableRequest,
): Promise<PermissionVerdict> {
  const answer: unknown = await permission(request);
  if (answer instanceof Error) throw answer;
  if (typeof answer === 'boolean' || answer === null || answer === undefined) return { allowed: answer === true };
  throw new HostError(
    'rest_permission_invalid',
    `The permission of ${request.route} answered with a ${typeof answer}: it must be true or false, or an error.`,
    { status: 500 },
  );
}

/** Of several ways the first that is closed is named: it is the one that was declared first. */
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
        ? 'Your session counts only with a nonce: get one from the address "nonce" below the REST root and send it as X-CMS-Nonce.'
        : 'Sign in to do that: this request carried no valid credentials.';
    return new HostError('rest_forbidden', message, { status: 401 });
  }
  return new HostError('rest_forbidden', explanationOf(missing, request.user !== null), { status: 403, ...missing });
}

/** Whether the account or the credential falls short, and what to do about it. */
function explanationOf(
  {
    missing_capability: capability,
    missing_capabilities: capabilities = capability === undefined ? [] : [capability],
    missing_scope: scope,
    missing_scopes: scopes = scope === undefined ? [] : [scope],
  }: Missing,
  hasAccount: boolean,
): string {
  if (capabilities.includes(DO_NOT_ALLOW)) return 'Nobody may do that here, whatever their roles.';
  if (capabilities.length > 0 && !hasAccount) {
    return `The credential used acts for no account, and only accounts have capabilities. Use one of an account with ${namesOf(capabilities)}.`;
  }
  if (capabilities.length > 0) {
    return `Your account may not do that. Ask an administrator for a role with ${namesOf(capabilities)}.`;
  }
  if (scopes.length > 0) {
    return `The credential used may not do that, whatever your account may: its scopes leave out ${namesOf(scopes)}. Use one that has more.`;
  }
  return 'Your account may not do that. Ask an administrator for the capability.';
}

const LIST = new Intl.ListFormat('en');

function namesOf(capabilities: readonly string[]): string {
  return LIST.format(capabilities.map((name) => `"${name}"`));
}
