import { HostError } from '../errors.js';
import { parameterNames } from './match.js';
import { assertRateLimit } from './rate-limit.js';
import type { Arguments, Endpoint, Method } from './route.js';

/** A declaration on its way into the registry, its path in the form of a template. */
export interface Declaration {
  readonly namespace: string;
  readonly path: string;
  readonly endpoint: Endpoint;
}

const NAMESPACE = /^[a-z][a-z0-9-]*(?:\/[a-z0-9-]+)*\/v\d+$/;
const METHODS: ReadonlySet<string> = new Set<Method>(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Names that mean something else on every object. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses what cannot work, at registration and with the place named, so that no mistake waits for a request.
 * @throws HostError `rest_route_invalid`, `rest_permission_missing`
 */
export function assertDeclaration({ namespace, path, endpoint }: Declaration): void {
  const place = `${endpoint.methods.join('|')} /${namespace}${path}`;
  const refuse = (reason: string, cause?: unknown): never => {
    throw new HostError('rest_route_invalid', `${place}: ${reason}`, {}, cause === undefined ? undefined : { cause });
  };

  // Only the core has routes at the root itself.
  if (!NAMESPACE.test(namespace) && !(namespace === '' && endpoint.owner === 'core')) {
    refuse('the namespace must look like "name/v1", with a version.');
  }
  if (!path.startsWith('/') && path !== '') refuse('the path must begin with "/".');
  if (endpoint.methods.length === 0 || endpoint.methods.some((method) => !METHODS.has(method))) {
    refuse(`the method must be one of ${[...METHODS].join(', ')}.`);
  }
  if (endpoint.permission === undefined || endpoint.permission === null) {
    throw new HostError(
      'rest_permission_missing',
      `${place}: a route needs a permission. Write permission: 'public' when everybody may call it.`,
    );
  }
  if (path.split('/').some((segment) => /[{}()]/.test(segment) && !/^\{[a-z_]\w*\}$/i.test(segment))) {
    refuse('a path parameter takes a whole segment, like "/{id}/".');
  }
  const reserved = Object.keys(endpoint.args).find((name) => RESERVED.has(name) || name.startsWith('_'));
  if (reserved !== undefined) refuse(`"${reserved}" cannot be the name of an argument; "_" begins those of the host.`);
  if (endpoint.idempotency && !endpoint.methods.every((method) => method === 'POST')) {
    refuse('idempotency is for POST; the other methods can be repeated anyway.');
  }
  if (endpoint.rateLimit !== undefined) assertRateLimit(place, endpoint.rateLimit);
  for (const name of parameterNames(path)) {
    if (!Object.hasOwn(endpoint.args, name)) refuse(`describe the path parameter "${name}" in args.`);
    try {
      // A pattern that does not compile would fail at every request, not only at those of its route.
      new RegExp(endpoint.args[name]?.pattern ?? '', 'u');
    } catch (error) {
      refuse(`the pattern of "${name}" is no regular expression.`, error);
    }
  }
}

/**
 * Integer parameters match digits only, so that `/articles/abc` is no route rather than a bad argument; others what their
 * pattern says.
 */
export function parameterForms(template: string, args: Arguments): Record<string, RegExp> {
  const forms: Record<string, RegExp> = {};
  for (const name of parameterNames(template)) {
    const { type, pattern } = args[name] ?? {};
    if (type === 'integer') forms[name] = /^\d+$/;
    else if (pattern !== undefined) forms[name] = new RegExp(`^(?:${pattern})$`, 'u');
  }
  return forms;
}
