import { sessionCookieName } from '../../identity/cookies.js';
import { OAUTH_PATHS } from '../../identity/oauth/addresses.js';
import type { Site } from '../../site.js';
import type { Reference, Response, SchemaObject } from './model.js';
import { apiKeyScheme } from './permission.js';

/** Schema of every error. */
export const ERROR_SCHEMA: SchemaObject = {
  title: 'Error',
  type: 'object',
  description: 'Error with a message that says what to do.',
  properties: {
    code: { type: 'string', description: 'Stable error code for programs.' },
    message: { type: 'string', description: 'Message for people.' },
    data: {
      type: 'object',
      properties: {
        status: { type: 'integer', description: 'HTTP status.' },
        request_id: { type: 'string', description: 'Request ID, as in the log.' },
        params: {
          description: 'Missing parameters as a list of names; invalid parameters as messages by name.',
          anyOf: [
            { type: 'array', items: { type: 'string' } },
            { type: 'object', additionalProperties: { type: 'string' } },
          ],
        },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'Details for programs, by parameter or as documented for the code.',
        },
        missing_capability: { type: 'string', description: 'Capability or scope that the caller lacks.' },
        missing_capabilities: {
          type: 'array',
          items: { type: 'string' },
          description: 'Primitive capabilities that it requires, if they differ.',
        },
        missing_scope: {
          type: 'string',
          description: 'Capabilities that the account has and the scopes of the credential exclude.',
        },
        missing_scopes: { type: 'array', items: { type: 'string' }, description: 'The same, if there are several.' },
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
  description: 'Retries with the same key get the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

const PARAMETERS = {
  Fields: {
    name: '_fields',
    in: 'query',
    description: 'Include only these members, with dots for nested members: `id,title.rendered`.',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: false,
  },
  Embed: {
    name: '_embed',
    in: 'query',
    description: 'Embed linked resources in `_embedded`: all embeddable relations, or only those listed.',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: false,
    allowEmptyValue: true,
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Body, status and headers in a response with status 200, for clients that cannot read headers.',
    schema: { type: 'boolean' },
    allowEmptyValue: true,
  },
  IdempotencyKey: IDEMPOTENCY_KEY,
  RequiredIdempotencyKey: { ...IDEMPOTENCY_KEY, required: true },
};

const HEADERS = {
  Total: { description: 'Total number of items.', schema: { type: 'integer', minimum: 0 } },
  TotalPages: { description: 'Total number of pages.', schema: { type: 'integer', minimum: 0 } },
  Link: {
    description: 'URLs of the first, previous, next and last page (RFC 8288).',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: { description: 'Remaining calls, and seconds until the limit resets.', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'Limits: calls and seconds.', schema: { type: 'string' } },
};

const RATE_LIMIT_HEADERS: Readonly<Record<string, Reference>> = {
  'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

const RESPONSES: Readonly<Record<string, Response>> = {
  BadRequest: errorResponse('An argument is missing or invalid.'),
  Unauthorized: errorResponse('Missing or invalid credentials.'),
  Forbidden: errorResponse('Insufficient permission.'),
  NotFound: errorResponse('Not found, or not visible to the caller.'),
  Conflict: errorResponse('A request with the same idempotency key is still running.'),
  ContentTooLarge: errorResponse('The body is too large.'),
  UnsupportedMediaType: errorResponse('Files of this type are not accepted.'),
  UnprocessableContent: errorResponse('The idempotency key belongs to a different request.'),
  TooManyRequests: { ...errorResponse('Too many requests.'), headers: RATE_LIMIT_HEADERS },
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
        description: 'Login and application password.',
      },
      oauth2: {
        type: 'oauth2',
        description: "Access token of a registered client. Its scopes limit the user's capabilities.",
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
        description: 'Session cookie of a browser. Requires a nonce.',
      },
      nonce: {
        type: 'apiKey',
        in: 'header',
        name: 'X-CMS-Nonce',
        description: `Nonce of the session from ${site.url(`${site.root}/nonce`)}.`,
      },
    },
  };
}

function keyScheme(name: string): SchemaObject {
  return { type: 'apiKey', in: 'header', name, description: 'An API key, `vk_...`.' };
}
