import type { Logger } from 'pino';
import type { Access } from '../access/capabilities.js';
import { HostError } from '../errors.js';
import type { Endpoint, EndpointRequest, Endpoints } from '../http/endpoints.js';
import { requestHeader } from '../http/request-header.js';
import type { WireResponse } from '../http/send.js';
import { issuerOf, OAUTH_PATHS } from '../identity/oauth/addresses.js';
import { oauthError } from '../identity/oauth/oauth-error.js';
import type { OriginCheck } from '../rest/cors.js';
import type { Site } from '../site.js';
import type { AuthenticateClient } from './client-authentication.js';
import { GRANT_TYPES } from './client-fields.js';
import { readClientForm } from './form.js';
import type { IntrospectToken } from './introspection.js';
import type { RevokeToken } from './revocation.js';
import type { ExchangeToken } from './token-exchange.js';

export interface OAuthEndpointsParts {
  readonly site: Site;
  readonly access: Pick<Access, 'scopes'>;
  readonly authenticateClient: AuthenticateClient;
  readonly exchangeToken: ExchangeToken;
  readonly revokeToken: RevokeToken;
  readonly introspectToken: IntrospectToken;
  /** Whether pages of another origin may obtain and revoke tokens, according to the option `cors`. */
  readonly allowsOrigin: OriginCheck;
  readonly log: Logger;
}

type Body = Record<string, unknown> | null;

const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** Cache lifetime of the metadata, in seconds. */
const METADATA_AGE = 300;

/** Cache lifetime of a preflight response, in seconds. */
const PREFLIGHT_AGE = 600;

/** Creates the OAuth endpoints for programs. The consent page for users is separate. */
export function createOAuthEndpoints(parts: OAuthEndpointsParts): Endpoints {
  const { site, access, authenticateClient, exchangeToken, revokeToken, introspectToken, log } = parts;
  const scopes = (): string[] => access.scopes().map(({ name }) => name);

  /** CORS headers for browser apps. They send no cookies, and only allowed origins may read the response. */
  function originHeaders({ auth }: EndpointRequest): Record<string, string> {
    const origin = requestHeader(auth, 'origin');
    const allowed = origin !== undefined && parts.allowsOrigin(origin);
    return { Vary: 'Origin', ...(allowed ? { 'Access-Control-Allow-Origin': origin } : {}) };
  }

  async function post(request: EndpointRequest, work: () => Promise<Body>): Promise<WireResponse> {
    try {
      if (request.auth.method !== 'POST') throw wrongMethod('POST');
      return jsonResponse(200, await work(), NO_STORE);
    } catch (error) {
      return errorResponse(error, log);
    }
  }

  /** Wraps a POST endpoint that browser apps may call. */
  const crossOrigin =
    (work: (request: EndpointRequest) => Promise<Body>): Endpoint =>
    async (request) => {
      const headers = originHeaders(request);
      if (isPreflight(request)) return preflight(headers, 'POST', 'Authorization, Content-Type');
      const response = await post(request, () => work(request));
      return { ...response, headers: { ...response.headers, ...headers } };
    };

  /** Wraps a metadata endpoint. Every origin may read it, because the response does not depend on the caller. */
  const metadata =
    (describe: () => Record<string, unknown>): Endpoint =>
    async (request) => {
      const headers = { 'Access-Control-Allow-Origin': '*' };
      if (isPreflight(request)) return preflight(headers, 'GET', '*');
      if (request.auth.method !== 'GET' && request.auth.method !== 'HEAD') {
        return errorResponse(wrongMethod('GET'), log);
      }
      return jsonResponse(200, describe(), { ...headers, 'Cache-Control': `public, max-age=${METADATA_AGE}` });
    };

  return new Map<string, Endpoint>([
    [
      OAUTH_PATHS.token,
      crossOrigin(async (request) => {
        const form = await readClientForm(request);
        return exchangeToken(await authenticateClient(request.auth, form), form, request.auth);
      }),
    ],
    [
      OAUTH_PATHS.revocation,
      crossOrigin(async (request) => {
        const form = await readClientForm(request);
        await revokeToken(await authenticateClient(request.auth, form), form, request.auth);
        return null;
      }),
    ],
    [
      OAUTH_PATHS.introspection,
      (request) =>
        post(request, async () => {
          const form = await readClientForm(request);
          return introspectToken(request.auth, form);
        }),
    ],
    [OAUTH_PATHS.serverMetadata, metadata(() => serverMetadata(site, scopes()))],
    [OAUTH_PATHS.resourceMetadata, metadata(() => resourceMetadata(site, scopes()))],
  ]);
}

function isPreflight({ auth }: EndpointRequest): boolean {
  return auth.method === 'OPTIONS' && requestHeader(auth, 'access-control-request-method') !== undefined;
}

function preflight(origin: Record<string, string>, method: string, headers: string): WireResponse {
  const granted: Record<string, string> =
    'Access-Control-Allow-Origin' in origin
      ? {
          'Access-Control-Allow-Methods': method,
          'Access-Control-Allow-Headers': headers,
          'Access-Control-Max-Age': String(PREFLIGHT_AGE),
        }
      : {};
  return { status: 204, headers: { ...origin, ...granted }, body: null };
}

function wrongMethod(method: string): HostError {
  return oauthError('invalid_request', `Use ${method} here.`, { status: 405, headers: { Allow: method } });
}

function jsonResponse(status: number, body: Body, headers: Record<string, string>): WireResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff', ...headers },
    body: body === null ? '' : JSON.stringify(body),
  };
}

/** Error response (RFC 6749 section 5.2). The host's own errors, e.g. for a large body, become `invalid_request`. */
function errorResponse(error: unknown, log: Logger): WireResponse {
  if (!(error instanceof HostError) || error.status >= 500) {
    log.error({ err: error }, 'An OAuth request could not be answered');
    const body = { error: 'server_error', error_description: 'Internal server error. The log has the reason.' };
    return jsonResponse(500, body, NO_STORE);
  }
  const { code, message, status, data } = error;
  const oauthCode = code.startsWith('rest_') ? 'invalid_request' : code;
  return jsonResponse(status, { error: oauthCode, error_description: message }, { ...NO_STORE, ...data.headers });
}

const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'];

/** Authorization server metadata (RFC 8414). */
function serverMetadata(site: Site, scopes: readonly string[]): Record<string, unknown> {
  return {
    issuer: issuerOf(site),
    authorization_endpoint: site.url(OAUTH_PATHS.authorization),
    token_endpoint: site.url(OAUTH_PATHS.token),
    revocation_endpoint: site.url(OAUTH_PATHS.revocation),
    introspection_endpoint: site.url(OAUTH_PATHS.introspection),
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
    revocation_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: ['none', 'consent'],
    service_documentation: site.url(`${site.root}/reference`),
  };
}

/** Protected resource metadata of the REST API, with the server that issues tokens (RFC 9728). */
function resourceMetadata(site: Site, scopes: readonly string[]): Record<string, unknown> {
  return {
    resource: issuerOf(site),
    authorization_servers: [issuerOf(site)],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: site.name,
    resource_documentation: site.url(`${site.root}/reference`),
  };
}
