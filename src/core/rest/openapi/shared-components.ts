import { sessionCookieName } from '../../identity/cookies.js';
import { OAUTH_PATHS } from '../../identity/oauth/addresses.js';
import type { Site } from '../../site.js';
import type { Reference, Response, SchemaObject } from './model.js';
import { apiKeyScheme } from './permission.js';

/** Schema of every error (host.md rows 14, 15, 23 and 24). */
export const ERROR_SCHEMA: SchemaObject = {
  title: 'Error',
  type: 'object',
  description: 'What went wrong, and what to do about it.',
  properties: {
    code: { type: 'string', description: 'Stable: programs decide by it.' },
    message: { type: 'string', description: 'A sentence for people.' },
    data: {
      type: 'object',
      properties: {
        status: { type: 'integer', description: 'The HTTP status.' },
        request_id: { type: 'string', description: 'Finds the request in the log.' },
        params: {
          description: 'Missing parameters as a list of names, invalid ones as sentences by name.',
          anyOf: [
            { type: 'array', items: { type: 'string' } },
            { type: 'object', additionalProperties: { type: 'string' } },
          ],
        },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'More for programs, by parameter or as the code says.',
        },
        missing_capability: { type: 'string', description: 'What a known caller would need to be let through.' },
        missing_capabilities: {
          type: 'array',
          items: { type: 'string' },
          description: 'The capabilities that this comes down to, where they are others.',
        },
        missing_scope: {
          type: 'string',
          description: 'What the account may do, and the scopes of the credential used leave out.',
        },
        missing_scopes: { type: 'array', items: { type: 'string' }, description: 'The same where they are several.' },
      },
      required: ['status', 'request_id'],
      additionalProperties: true,
    },
    additional_errors: {
      type: 'array',
      description: 'Further errors of the same request.',
      items: {
        type: 'object',
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          data: { type: 'object', additionalProperties: true },
        },
        required: ['code', 'message'],
      },
    },
  },
  required: ['code', 'message', 'data'],
};

/** Parameters that every route accepts, listed at each path. */
export const GLOBAL_PARAMETERS: readonly Reference[] = ['Fields', 'Embed', 'Envelope'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Repeats of the request with the same key get the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

const PARAMETERS = {
  Fields: {
    name: '_fields',
    in: 'query',
    description: 'Only these members of the answer, with dots for members of members: `id,title.rendered`.',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: false,
  },
  Embed: {
    name: '_embed',
    in: 'query',
    description: 'What the links lead to, in `_embedded`: all that can be embedded, or the relations named.',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: false,
    allowEmptyValue: true,
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Body, status and headers in an answer that is always 200, for clients that cannot read headers.',
    schema: { type: 'boolean' },
    allowEmptyValue: true,
  },
  IdempotencyKey: IDEMPOTENCY_KEY,
  RequiredIdempotencyKey: { ...IDEMPOTENCY_KEY, required: true },
};

const HEADERS = {
  Total: { description: 'Number of items on all pages.', schema: { type: 'integer', minimum: 0 } },
  TotalPages: { description: 'Number of pages.', schema: { type: 'integer', minimum: 0 } },
  Link: {
    description: 'Addresses of the first, previous, next and last page (RFC 8288).',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: { description: 'Calls that are left, and the seconds until there are more.', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'The limits that hold: calls and seconds.', schema: { type: 'string' } },
};

const RATE_LIMIT_HEADERS: Readonly<Record<string, Reference>> = {
  'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

const RESPONSES: Readonly<Record<string, Response>> = {
  BadRequest: errorResponse('An argument is missing or invalid.'),
  Unauthorized: errorResponse('There were no valid credentials.'),
  Forbidden: errorResponse('The account may not do that.'),
  NotFound: errorResponse('There is no such thing, or the caller may not know of it.'),
  Conflict: errorResponse('A request with the same idempotency key is still running.'),
  ContentTooLarge: errorResponse('The body is too large.'),
  UnsupportedMediaType: errorResponse('Files of this type are not accepted.'),
  UnprocessableContent: errorResponse('The idempotency key belongs to a different request.'),
  TooManyRequests: { ...errorResponse('Too many calls: wait.'), headers: RATE_LIMIT_HEADERS },
  Failure: errorResponse('Any other error.'),
};

function errorResponse(description: string): Response {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

/**
 * Builds the components that operations refer to, except schemas.
 * @param scopes scope descriptions by name
 */
export function sharedComponents(
  site: Site,
  apiKeyHeaders: readonly string[],
  scopes: Readonly<Record<string, string>>,
): Record<string, Record<string, unknown>> {
  const token = { tokenUrl: site.url(OAUTH_PATHS.token), scopes };
  return {
    parameters: PARAMETERS,
    headers: HEADERS,
    responses: RESPONSES,
    securitySchemes: {
      applicationPassword: {
        type: 'http',
        scheme: 'basic',
        description: 'The name of an account and one of its application passwords.',
      },
      oauth2: {
        type: 'oauth2',
        description:
          'An access token of a registered client. Its scopes are capabilities or stand for several, and limit those of the user.',
        flows: {
          authorizationCode: {
            ...token,
            authorizationUrl: site.url(OAUTH_PATHS.authorization),
            refreshUrl: site.url(OAUTH_PATHS.token),
          },
          clientCredentials: token,
        },
      },
      ...Object.fromEntries(['X-API-Key', ...apiKeyHeaders].map((header) => [apiKeyScheme(header), keyScheme(header)])),
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: sessionCookieName(site.secure),
        description: 'The cookie of a logged-in browser. It counts only together with a nonce.',
      },
      nonce: {
        type: 'apiKey',
        in: 'header',
        name: 'X-CMS-Nonce',
        description: `Text from ${site.url(`${site.root}/nonce`)}, made for the session.`,
      },
    },
  };
}

function keyScheme(name: string): SchemaObject {
  return { type: 'apiKey', in: 'header', name, description: 'An API key, `vk_...`.' };
}
