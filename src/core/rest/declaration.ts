import { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import { coerce } from '../schema/coerce.js';
import type { JsonSchema, SchemaType } from '../schema/schema.js';
import { permissionHeaderFault } from './api-key-permission.js';
import { parameterNames } from './match.js';
import { assertRateLimit } from './rate-limit.js';
import type { Arguments, Endpoint, Method } from './route.js';

/** Route declaration for the registry, with its path as a template. */
export interface Declaration {
  readonly namespace: string;
  readonly path: string;
  readonly endpoint: Endpoint;
}

const NAMESPACE = /^[a-z][a-z0-9-]*(?:\/[a-z0-9-]+)*\/v\d+$/;
const METHODS: ReadonlySet<string> = new Set<Method>(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Names with a special meaning on every object. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Rejects invalid declarations at registration, so that mistakes do not surface during requests.
 * @throws HostError `rest_route_invalid`, `rest_permission_missing`
 */
export function assertDeclaration({ namespace, path, endpoint }: Declaration): void {
  const place = `${endpoint.methods.join('|')} /${namespace}${path}`;
  const refuse = (reason: string, cause?: unknown): never => {
    throw new HostError('rest_route_invalid', `${place}: ${reason}`, {}, cause === undefined ? undefined : { cause });
  };

  // Only the core has routes without a namespace.
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
      `${place}: a route needs a permission. Use permission: 'public' to allow all callers.`,
    );
  }
  const headerFault = permissionHeaderFault(endpoint.permission);
  if (headerFault !== null) refuse(headerFault);
  const colon = path.split('/').find((segment) => segment.startsWith(':'));
  if (colon !== undefined) refuse(`use "{${colon.slice(1)}}" instead of "${colon}" for a path parameter.`);
  if (path.split('/').some((segment) => /[{}()]/.test(segment) && !/^\{[a-z_]\w*\}$/i.test(segment))) {
    refuse('a path parameter must be a complete segment, such as "/{id}/".');
  }
  const reserved = Object.keys(endpoint.args).find((name) => RESERVED.has(name) || name.startsWith('_'));
  if (reserved !== undefined)
    refuse(`"${reserved}" cannot be the name of an argument: names starting with "_" are reserved.`);
  if (endpoint.idempotency && !endpoint.methods.every((method) => method === 'POST')) {
    refuse('idempotency is for POST; other methods are idempotent.');
  }
  if (endpoint.rateLimit !== undefined) assertRateLimit(place, endpoint.rateLimit);
  if (endpoint.readCost !== undefined && !isReadCost(endpoint.readCost)) {
    refuse(`readCost must be a whole number from 1 to ${MAX_READ_COST}.`);
  }
  if (endpoint.idempotency !== undefined && !['accepted', 'required'].includes(endpoint.idempotency)) {
    refuse("idempotency must be 'accepted' or 'required'.");
  }
  const fault = uploadFault(endpoint.uploads) ?? schemaFault('returns', endpoint.returns);
  if (fault !== null) refuse(fault);
  for (const [name, argument] of Object.entries(endpoint.args)) {
    const argumentFault = schemaFault(name, argument) ?? defaultFault(name, argument);
    if (argumentFault !== null) refuse(argumentFault);
  }
  for (const name of parameterNames(path)) {
    if (!Object.hasOwn(endpoint.args, name)) refuse(`describe the path parameter "${name}" in args.`);
    try {
      // An invalid pattern would fail every request, not only those of its route.
      new RegExp(endpoint.args[name]?.pattern ?? '', 'u');
    } catch (error) {
      refuse(`the pattern of "${name}" is not a regular expression.`, error);
    }
  }
}

const MAX_READ_COST = 100;

function isReadCost(cost: number): boolean {
  return Number.isInteger(cost) && cost >= 1 && cost <= MAX_READ_COST;
}

function uploadFault(uploads: Endpoint['uploads']): string | null {
  if (uploads === undefined) return null;
  const { maxFileSize, maxFiles = 1, types = [] } = uploads;
  if (!Number.isSafeInteger(maxFileSize) || maxFileSize < 1) return 'uploads.maxFileSize must be a number of bytes.';
  if (!Number.isSafeInteger(maxFiles) || maxFiles < 1) return 'uploads.maxFiles must be a whole number from 1.';
  return Array.isArray(types) ? null : "uploads.types must be a list, such as ['image/png'].";
}

const TYPES: ReadonlySet<unknown> = new Set<SchemaType>([
  ...(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] as const),
]);

/** Returns the reason why no validator can be built, or null. Unknown keywords are ignored, as in WordPress. */
function schemaFault(place: string, schema: JsonSchema | undefined): string | null {
  if (schema === undefined) return null;
  if (typeof schema !== 'object' || schema === null) return `${place} must be a schema, such as { type: 'string' }.`;
  const unknown = [schema.type ?? []].flat().find((type) => !TYPES.has(type));
  if (unknown !== undefined) return `${place}: "${unknown}" is not a type. Available: ${[...TYPES].join(', ')}.`;
  const inner: readonly (readonly [string, JsonSchema])[] = [
    ...Object.entries(schema.properties ?? {}).map(([name, member]) => [`${place}.${name}`, member] as const),
    ...(schema.items ? [[`${place}[]`, schema.items] as const] : []),
  ];
  for (const [where, member] of inner) {
    const fault = schemaFault(where, member);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Returns an error if the default violates its own schema. Requests that omit the argument would all be rejected. It
 * does not build a validator, which takes milliseconds; violations of a pattern or format surface at the first
 * request.
 */
function defaultFault(name: string, schema: JsonSchema): string | null {
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity } = schema;
  const value = coerce(schema.default, schema);
  if (value === undefined) return null;
  const types = [type ?? []].flat();
  const isOfType = types.length === 0 || types.some((type) => IS_OF[type](value));
  const isChosen = choices === undefined || value === null || choices.some((choice) => choice === value);
  const isWithin = typeof value !== 'number' || (value >= minimum && value <= maximum);
  const { minLength = 0, maxLength = Infinity } = schema;
  const isLong = typeof value !== 'string' || (value.length >= minLength && value.length <= maxLength);
  if (isOfType && isChosen && isWithin && isLong) return null;
  return `the default of "${name}" does not match its schema: ${JSON.stringify(value)}.`;
}

const IS_OF: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
  null: (value) => value === null,
};

/**
 * Returns the accepted form of each path parameter. Integers match digits only, so that `/articles/abc` is an unknown
 * route instead of a bad argument; others match their pattern.
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
