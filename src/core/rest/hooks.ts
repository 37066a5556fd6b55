import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OwnedHooks } from '../../hooks/hooks.js';
import type { Awaitable } from '../../hooks/names.js';
import type { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import type { SourceName } from './arguments.js';
import type { TransportResponse } from './call.js';
import type { Envelope } from './envelope.js';
import type { EndpointTable, Route } from './registry.js';
import { isRestResponse, type RestResponse } from './response.js';
import type { Endpoint, RestRequest } from './route.js';

declare module '../../hooks/names.js' {
  interface Filters {
    /**
     * Filters all endpoints by path template: a callback may remove or change some. Runs again whenever routes or
     * callbacks change. Declare new paths with `rest.route`, not here.
     */
    rest_endpoints(table: EndpointTable): EndpointTable;
    /**
     * Filters the authentication verdict: `null` for no opinion, `true` to accept, an error to reject. Runs after the
     * host has accepted the credentials.
     */
    rest_authentication_errors(
      verdict: null | true | HostError,
      request: RestRequest,
    ): Awaitable<null | true | HostError>;
    /** May answer instead of the route: a response ends the request before arguments are processed. */
    rest_pre_dispatch(response: RestResponse | null, request: RestRequest): Awaitable<RestResponse | null>;
    /** Filters the order of parameter sources: path, json, form, query by default. */
    rest_request_parameter_order(order: readonly SourceName[], request: RestRequest): readonly SourceName[];
    /** Runs after validation and permission, before the handler: a response replaces the handler's. */
    rest_request_before_callbacks(
      response: RestResponse | null,
      request: RestRequest,
      endpoint: Endpoint,
    ): Awaitable<RestResponse | null>;
    /** Runs in place of the handler: a response is used as the handler's. */
    rest_dispatch_request(
      response: RestResponse | null,
      request: RestRequest,
      endpoint: Endpoint,
    ): Awaitable<RestResponse | null>;
    /** Runs after the handler, or after an error in validation, permission or handler; not for unknown routes. */
    rest_request_after_callbacks(
      response: RestResponse,
      request: RestRequest,
      endpoint: Endpoint,
    ): Awaitable<RestResponse>;
    /** Filters every response, including errors, unknown routes, batch items and embedded resources. */
    rest_post_dispatch(response: RestResponse, request: RestRequest): Awaitable<RestResponse>;
    /** Filters a response in its envelope, before it is sent (`_envelope`) or added to a batch response. */
    rest_envelope_response(envelope: Envelope, request: RestRequest): Envelope;
    /** Filters the data before it is serialized as JSON, after `_embed`, `_fields` and `_envelope`. */
    rest_pre_echo_response(data: unknown, request: RestRequest): unknown;
    /**
     * Whether a callback has sent the response itself, such as a file or stream. Status and headers are already set on
     * `http.response`. HTTP requests only.
     */
    rest_pre_serve_request(
      served: boolean,
      result: TransportResponse,
      request: RestRequest,
      http: { readonly request: IncomingMessage; readonly response: ServerResponse },
    ): Awaitable<boolean>;
    /** Filters the index of all routes at the REST root. */
    rest_index(index: Record<string, unknown>, request: RestRequest): Record<string, unknown>;
    /** Filters the index of one namespace. */
    rest_namespace_index(index: Record<string, unknown>, request: RestRequest): Record<string, unknown>;
    /** Filters the descriptions of the routes in an index, by path template. */
    rest_route_data(data: Record<string, unknown>, routes: readonly Route[]): Record<string, unknown>;
    /** Filters the description of one route, in indexes and in the response to OPTIONS. */
    rest_endpoints_description(description: Record<string, unknown>, route: Route): Record<string, unknown>;
    /** Whether to forbid caching of a response: true for authenticated callers, unless the route sets `cache`. */
    rest_send_nocache_headers(send: boolean, request: RestRequest): boolean;
    /** Headers that pages of allowed origins may read. */
    rest_exposed_cors_headers(names: readonly string[], request: RestRequest): readonly string[];
    /** Headers that pages of allowed origins may send. */
    rest_allowed_cors_headers(names: readonly string[], request: RestRequest): readonly string[];
    /** Maximum number of requests per batch. @default 25 */
    rest_get_max_batch_size(size: number): number;
  }
}

/**
 * Defines the REST hooks. Filters that can reject a request are critical: a failing callback must not let it through.
 */
export function defineRestHooks({ define }: OwnedHooks): void {
  const filter = { kind: 'filter', since: '0.1.0' } as const;
  define('rest_endpoints', { ...filter, critical: true, accepts: isRecord });
  define('rest_authentication_errors', { ...filter, async: 'allowed', critical: true, accepts: isVerdict });
  define('rest_pre_dispatch', { ...filter, async: 'allowed', critical: true, accepts: isResponseOrNull });
  define('rest_request_parameter_order', { ...filter, critical: true, accepts: Array.isArray });
  define('rest_request_before_callbacks', { ...filter, async: 'allowed', critical: true, accepts: isResponseOrNull });
  define('rest_dispatch_request', { ...filter, async: 'allowed', critical: true, accepts: isResponseOrNull });
  define('rest_request_after_callbacks', { ...filter, async: 'allowed', critical: true, accepts: isRestResponse });
  define('rest_post_dispatch', { ...filter, async: 'allowed', critical: true, accepts: isRestResponse });
  define('rest_pre_echo_response', { ...filter, critical: true });
  define('rest_pre_serve_request', { ...filter, async: 'allowed', critical: true, accepts: isBoolean });
  define('rest_send_nocache_headers', { ...filter, critical: true, accepts: isBoolean });
  define('rest_get_max_batch_size', { ...filter, decorating: true, accepts: Number.isSafeInteger });
  for (const name of ['rest_exposed_cors_headers', 'rest_allowed_cors_headers'] as const) {
    define(name, { ...filter, critical: true, accepts: Array.isArray });
  }
  for (const name of [
    'rest_envelope_response',
    'rest_index',
    'rest_namespace_index',
    'rest_route_data',
    'rest_endpoints_description',
  ] as const) {
    define(name, { ...filter, decorating: true, accepts: isRecord });
  }
}

/** Accepts a `respond` result or null; to reject the request, a callback throws an error. */
function isResponseOrNull(value: unknown): boolean {
  return value === null || isRestResponse(value);
}

/** Any other value must not count as approval. */
function isVerdict(value: unknown): boolean {
  return value === null || value === true || value instanceof Error;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}
