import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OwnedHooks } from '../../hooks/hooks.js';
import type { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import type { SourceName } from './arguments.js';
import type { RestAnswer } from './call.js';
import type { Envelope } from './envelope.js';
import type { EndpointTable, Route } from './registry.js';
import { isRestResponse, type RestResponse } from './response.js';
import type { Endpoint, RestRequest } from './route.js';

type Answer<T> = T | Promise<T>;

declare module '../../hooks/names.js' {
  interface Filters {
    /**
     * All endpoints by path template: a callback may leave some out or change them, and sees them again whenever routes or
     * callbacks change. New paths are declared with `rest.route`, not here.
     */
    rest_endpoints(table: EndpointTable): EndpointTable;
    /**
     * Whether the caller is who he says: `null` when a callback has no opinion, `true` when it is satisfied, an error to
     * refuse. Runs after the host itself has accepted the credentials.
     */
    rest_authentication_errors(verdict: null | true | HostError, request: RestRequest): Answer<null | true | HostError>;
    /** May answer instead of the route: a response ends the request before arguments are looked at. */
    rest_pre_dispatch(response: RestResponse | null, request: RestRequest): Answer<RestResponse | null>;
    /** Which source of parameters wins: path, json, form, query by default. */
    rest_request_parameter_order(order: readonly SourceName[], request: RestRequest): readonly SourceName[];
    /** After validation and permission, before the handler: a response replaces the handler's. */
    rest_request_before_callbacks(
      response: RestResponse | null,
      request: RestRequest,
      endpoint: Endpoint,
    ): Answer<RestResponse | null>;
    /** In place of the handler: a response that it would have given. */
    rest_dispatch_request(
      response: RestResponse | null,
      request: RestRequest,
      endpoint: Endpoint,
    ): Answer<RestResponse | null>;
    /** After the handler, or after an error of validation, permission or handler; not where no route was found. */
    rest_request_after_callbacks(
      response: RestResponse,
      request: RestRequest,
      endpoint: Endpoint,
    ): Answer<RestResponse>;
    /** Every answer, also errors, those of unknown routes, of each item of a batch and of each embedded resource. */
    rest_post_dispatch(response: RestResponse, request: RestRequest): Answer<RestResponse>;
    /** An answer in its envelope, before it is sent (`_envelope`) or becomes part of a batch's answer. */
    rest_envelope_response(envelope: Envelope, request: RestRequest): Envelope;
    /** The data that is about to be written as JSON, after `_embed`, `_fields` and `_envelope`. */
    rest_pre_echo_response(data: unknown, request: RestRequest): unknown;
    /**
     * Whether a callback has sent the answer itself, as a file or a stream: status and headers are set on `http.response`
     * already. For requests over HTTP.
     */
    rest_pre_serve_request(
      served: boolean,
      answer: RestAnswer,
      request: RestRequest,
      http: { readonly request: IncomingMessage; readonly response: ServerResponse },
    ): Answer<boolean>;
    /** The index of all routes at the REST root. */
    rest_index(index: Record<string, unknown>, request: RestRequest): Record<string, unknown>;
    /** The index of one namespace. */
    rest_namespace_index(index: Record<string, unknown>, request: RestRequest): Record<string, unknown>;
    /** The descriptions of the routes in an index, by path template. */
    rest_route_data(data: Record<string, unknown>, routes: readonly Route[]): Record<string, unknown>;
    /** The description of one route, in indexes and in the answer to OPTIONS. */
    rest_endpoints_description(description: Record<string, unknown>, route: Route): Record<string, unknown>;
    /** Whether an answer may be stored by nobody: true for identified callers, unless the route says `cache`. */
    rest_send_nocache_headers(send: boolean, request: RestRequest): boolean;
    /** Headers that pages of allowed origins may read. */
    rest_exposed_cors_headers(names: readonly string[], request: RestRequest): readonly string[];
    /** Headers that pages of allowed origins may send. */
    rest_allowed_cors_headers(names: readonly string[], request: RestRequest): readonly string[];
    /** How many requests one batch may hold; 25 by default. */
    rest_get_max_batch_size(size: number): number;
  }
}

/** What may refuse a request is critical: a callback that fails must not let it through. */
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

/** What `respond` makes; who wants to refuse throws an error. */
function isResponseOrNull(value: unknown): boolean {
  return value === null || isRestResponse(value);
}

/** Whatever else a callback may have meant, it did not mean that all is well. */
function isVerdict(value: unknown): boolean {
  return value === null || value === true || value instanceof Error;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}
