import { parameterNames } from '../match.js';
import type { Argument, Endpoint, Method } from '../route.js';
import type { Parameter, Reference, RequestBody, SchemaObject } from './model.js';
import type { SchemaComponents } from './schema-components.js';

type Member = readonly [name: string, argument: Argument];

/** Whether arguments outside the path are sent in the body. */
export function hasBody(method: Method): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** Describes the parameters of an operation in path, query and headers. */
export function describeParameters(
  endpoint: Endpoint,
  method: Method,
  template: string,
  schemas: SchemaComponents,
): (Parameter | Reference)[] {
  const inPath = parameterNames(template);
  const query = hasBody(method) ? [] : membersBeyond(endpoint, inPath);
  return [
    ...inPath.map((name) => pathParameter(name, endpoint.args[name] ?? {}, schemas)),
    ...query.map(([name, argument]) => queryParameter(name, argument, schemas)),
    ...(endpoint.idempotency ? [idempotencyKey(endpoint.idempotency)] : []),
  ];
}

/** The host matches a pattern against the whole segment; in JSON Schema it may match anywhere in the text. */
function pathParameter(name: string, argument: Argument, schemas: SchemaComponents): Parameter {
  const { description, ...schema } = argument;
  const pattern = schema.pattern === undefined ? {} : { pattern: `^(?:${schema.pattern})$` };
  return {
    name,
    in: 'path',
    required: true,
    ...(description === undefined ? {} : { description }),
    schema: schemas.describe({ ...schema, ...pattern }),
  };
}

function queryParameter(name: string, argument: Argument, schemas: SchemaComponents): Parameter {
  const { description, ...schema } = argument;
  return {
    name,
    in: 'query',
    ...(argument.required === true ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: schemas.describe(schema),
    ...([argument.type].flat().includes('object') ? { style: 'deepObject', explode: true } : {}),
  };
}

function idempotencyKey(rule: 'accepted' | 'required'): Reference {
  return { $ref: `#/components/parameters/${rule === 'required' ? 'RequiredIdempotencyKey' : 'IdempotencyKey'}` };
}

/** Describes the body of an operation; null if it has none. */
export function describeRequestBody(
  endpoint: Endpoint,
  method: Method,
  template: string,
  schemas: SchemaComponents,
): RequestBody | null {
  const members = hasBody(method) ? membersBeyond(endpoint, parameterNames(template)) : [];
  const { uploads } = endpoint;
  if (members.length === 0 && !uploads) return null;
  const fields = {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(endpoint.strictBody ? { additionalProperties: false } : {}),
  } as const;
  const schema = schemas.describe(fields);
  const asFields = { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
  return {
    required: members.some(([, argument]) => argument.required === true),
    content: {
      ...(members.length > 0 ? asFields : {}),
      ...(uploads ? { 'multipart/form-data': { schema: withFile(schema, uploads.maxFiles ?? 1) } } : {}),
    },
  };
}

function withFile(schema: SchemaObject, maxFiles: number): SchemaObject {
  const file = { type: 'string', format: 'binary' };
  const files = maxFiles === 1 ? file : { type: 'array', items: file, maxItems: maxFiles };
  return { ...schema, properties: { ...(schema.properties as SchemaObject), file: files } };
}

function membersBeyond(endpoint: Endpoint, inPath: readonly string[]): Member[] {
  return Object.entries(endpoint.args).filter(([name]) => !inPath.includes(name));
}
