import { STATUS_CODES } from 'node:http';
import { isBinary } from '../response-check.js';
import type { Endpoint, Method } from '../route.js';
import type { Operation, Reference, Response } from './model.js';
import { hasBody } from './parameters.js';
import type { SchemaComponents } from './schema-components.js';

/** Describes the responses of an operation: its success, and the errors that its declaration implies. */
export function describeResponses(
  endpoint: Endpoint,
  method: Method,
  template: string,
  schemas: SchemaComponents,
): Operation['responses'] {
  const status = endpoint.successStatus ?? (endpoint.returns || method !== 'DELETE' ? 200 : 204);
  const errors = errorsOf(endpoint, method, template).map((name) => [ERRORS[name], responseReference(name)] as const);
  const parts = isRead(method) && isBinary(endpoint.returns ?? {}) ? FILE_PARTS : {};
  return { [status]: success(endpoint, method, status, schemas), ...parts, ...Object.fromEntries(errors) };
}

const isRead = (method: Method): boolean => method === 'GET' || method === 'HEAD';

/** Other successful answers of a file route. */
const FILE_PARTS: Readonly<Record<string, Response>> = {
  206: { description: 'Requested range' },
  304: { description: 'Not modified' },
};

function success(endpoint: Endpoint, method: Method, status: number, schemas: SchemaComponents): Response {
  const schema = endpoint.returns ? schemas.describe(endpoint.returns) : {};
  const type = isBinary(endpoint.returns ?? {}) ? 'application/octet-stream' : 'application/json';
  return {
    description: STATUS_CODES[status] ?? 'Success',
    ...(isList(endpoint, method) ? { headers: PAGINATION_HEADERS } : {}),
    ...(status === 204 || method === 'HEAD' ? {} : { content: { [type]: { schema } } }),
  };
}

function isList(endpoint: Endpoint, method: Method): boolean {
  return method === 'GET' && Object.hasOwn(endpoint.args, 'page') && Object.hasOwn(endpoint.args, 'per_page');
}

const PAGINATION_HEADERS: Readonly<Record<string, Reference>> = {
  'X-CMS-Total': { $ref: '#/components/headers/Total' },
  'X-CMS-TotalPages': { $ref: '#/components/headers/TotalPages' },
  Link: { $ref: '#/components/headers/Link' },
};

/** Shared responses by name, with their status. */
const ERRORS = {
  BadRequest: '400',
  Unauthorized: '401',
  Forbidden: '403',
  NotFound: '404',
  Conflict: '409',
  ContentTooLarge: '413',
  UnsupportedMediaType: '415',
  UnprocessableContent: '422',
  TooManyRequests: '429',
  Failure: 'default',
} as const;

function errorsOf(endpoint: Endpoint, method: Method, template: string): (keyof typeof ERRORS)[] {
  const { args, permission, idempotency, uploads, rateLimit } = endpoint;
  return [
    ...(Object.keys(args).length > 0 ? (['BadRequest'] as const) : []),
    ...(permission === 'public' ? [] : (['Unauthorized', 'Forbidden'] as const)),
    ...(template.includes('{') ? (['NotFound'] as const) : []),
    ...(idempotency ? (['Conflict'] as const) : []),
    ...(hasBody(method) ? (['ContentTooLarge'] as const) : []),
    ...(uploads ? (['UnsupportedMediaType'] as const) : []),
    ...(idempotency ? (['UnprocessableContent'] as const) : []),
    ...(rateLimit ? (['TooManyRequests'] as const) : []),
    'Failure',
  ];
}

function responseReference(name: keyof typeof ERRORS): Reference {
  return { $ref: `#/components/responses/${name}` };
}
