import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import { HostError } from '../errors.js';
import { DEFAULT_BODY_LIMIT, NO_BODY, type ReceivedBody } from '../http/body.js';
import { coerce } from '../schema/coerce.js';
import { createValidators } from '../schema/validate.js';
import { createResolveArguments, PARAMETER_ORDER, type ResolveArguments, type SanitizeText } from './arguments.js';
import { mutableCopy } from './cached-json.js';
import type { RestCall } from './call.js';
import { describeRoute } from './discovery.js';
import { parseEmbed } from './embed.js';
import { assertWritable } from './encode.js';
import { createExchange, type Exchange, type MutableRequest } from './exchange.js';
import { parseFields } from './fields.js';
import type { Idempotency } from './idempotency.js';
import { assertPermission, type Missing, tryPermission } from './permission.js';
import { findEndpoint, type Registry, type Route } from './registry.js';
import { isFile } from './respond-file.js';
import { assertStatus, errorResponse, type RestResponse, respond, toResponse } from './response.js';
import { createResponseCheck } from './response-check.js';
import type { Endpoint, Method, RestRequest } from './route.js';
import type { RouteLimits } from './route-limits.js';

export interface PipelineParts {
  readonly registry: Registry;
  readonly hooks: Hooks;
  readonly access: Access;
  readonly log: Logger;
  /** Whether callers see the messages of unexpected errors. */
  readonly debug: boolean;
  readonly limits: RouteLimits;
  readonly idempotency: Idempotency;
  /** Sanitizes HTML. */
  readonly sanitize: SanitizeText;
  /** Runs `work` with the request as the current one. */
  readonly within: <Result>(request: RestRequest, work: () => Result) => Result;
}

/** Request that is ready for its handler, or already answered. */
export interface PreparedRequest {
  readonly exchange: Exchange;
  /** Answer when there is no handler to run: a rejection, a filter's response, or a description. */
  readonly early: RestResponse | null;
}

/**
 * Request pipeline, the same for every transport. Steps: match route -> limit by address -> identify -> limit by user
 * or key -> parse query and body -> coerce and validate -> permission -> `rest_request_before_callbacks` -> handler
 * -> `rest_request_after_callbacks` -> `rest_post_dispatch`. Neither half throws: errors become answers. There are
 * two halves because a batch prepares all its requests before it runs the first.
 */
export interface Pipeline {
  prepare(call: RestCall, id?: string): Promise<PreparedRequest>;
  /** Runs the handler. Call it `within` the request, together with any further processing of the response. */
  complete(prepared: PreparedRequest): Promise<RestResponse>;
  /** Like {@link Pipeline.complete}, for part of another answer. Data that JSON cannot represent becomes an error. */
  completePart(prepared: PreparedRequest): Promise<RestResponse>;
  /** Prepares a request that is answered with this error, without further processing. */
  refuse(call: RestCall, error: unknown, id?: string): PreparedRequest;
}

export function createPipeline(parts: PipelineParts): Pipeline {
  const { registry, hooks, access, limits, idempotency, within } = parts;
  const createValidator = createValidators();
  const resolveArguments = createResolveArguments(createValidator, parts.sanitize);
  const checkResponse = parts.debug ? createResponseCheck(createValidator) : null;
  const authenticationErrors = hooks.filter('rest_authentication_errors');
  const preDispatch = hooks.filter('rest_pre_dispatch');
  const parameterOrder = hooks.filter('rest_request_parameter_order');
  const beforeCallbacks = hooks.filter('rest_request_before_callbacks');
  const dispatchRequest = hooks.filter('rest_dispatch_request');
  const afterCallbacks = hooks.filter('rest_request_after_callbacks');
  const postDispatch = hooks.filter('rest_post_dispatch');

  function prepare(call: RestCall, id: string = randomUUID()): Promise<PreparedRequest> {
    const exchange = createExchange(access, call, { id, explains: parts.debug });
    return within(exchange.request, () => prepareExchange(exchange));
  }

  async function prepareExchange(exchange: Exchange): Promise<PreparedRequest> {
    const { request, call } = exchange;
    try {
      exchange.fields = parseFields(call.query._fields);
      exchange.embed = parseEmbed(call.query._embed);
      const match = registry.match(call.path, request.method);
      const endpoint = match && findEndpoint(match.value, request.method);
      if (match && endpoint) {
        request.route = match.value.template;
        exchange.target = { route: match.value, endpoint };
      }
      const limited = endpoint?.rateLimit !== undefined && !call.isInternal ? endpoint : null;
      if (limited) exchange.headers = await limits.byAddress(limited, request);
      const caller = call.identify(endpoint);
      exchange.caller = caller instanceof Promise ? await caller : caller;
      request.identity = exchange.caller.identity;
      if (exchange.caller.attempts) request.attempts = exchange.caller.attempts;
      request.user = request.identity?.user ?? null;
      if (limited) exchange.headers = await limits.byCaller(limited, request, exchange.headers);
      const authenticated = authenticationErrors.applyMaybeAsync(null, request);
      const verdict = authenticated instanceof Promise ? await authenticated : authenticated;
      if (verdict instanceof Error) throw verdict;
      if (call.query._jsonp !== undefined) throw jsonpRefused();
      const answered = preDispatch.applyMaybeAsync(null, request);
      const early = answered instanceof Promise ? await answered : answered;
      if (early) return { exchange, early };
      if (!match || !endpoint) return { exchange, early: await describe(exchange) };
      try {
        const body = receiveBody(exchange, endpoint, match.params);
        const args = argumentsOf(exchange, endpoint, match.params, body instanceof Promise ? await body : body);
        request.args = args instanceof Promise ? await args : args;
        return { exchange, early: null };
      } catch (error) {
        const refused = respondWithError(parts, error, exchange);
        return { exchange, early: await afterCallbacks.applyAsync(refused, request, endpoint) };
      }
    } catch (error) {
      return { exchange, early: respondWithError(parts, error, exchange) };
    }
  }

  function argumentsOf(
    { call, request }: Exchange,
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    { value, json, form, files }: ReceivedBody,
  ): ReturnType<ResolveArguments> {
    request.body = value;
    request.files = files;
    const order = parameterOrder.apply(PARAMETER_ORDER, request);
    return resolveArguments(endpoint, { path: params, json, form, query: call.query }, order, request);
  }

  /** Answers OPTIONS; any other request here matched no route, and `Allow` lists the right methods. */
  async function describe({ call, request }: Exchange): Promise<RestResponse> {
    const match = registry.matchPath(call.path);
    if (match && request.method === 'OPTIONS') {
      request.route = match.value.template;
      return describeOptions(match.value, match.params, request, hooks);
    }
    const methods = registry.methodsAt(call.path);
    throw new HostError(
      'rest_no_route',
      methods.length > 0
        ? `This URL supports ${methods.join(', ')}, not ${request.method}.`
        : 'No route matches this URL. GET the REST root for a list.',
      methods.length > 0 ? { status: 404, headers: { Allow: methods.join(', ') } } : { status: 404 },
    );
  }

  async function complete({ exchange, early }: PreparedRequest): Promise<RestResponse> {
    try {
      let response = early;
      if (!response) {
        const { endpoint } = targetOf(exchange);
        const ran = await run(exchange, endpoint);
        const seen = afterCallbacks.applyMaybeAsync(ran, exchange.request, endpoint);
        response = seen instanceof Promise ? await seen : seen;
      }
      const dispatched = postDispatch.applyMaybeAsync(response, exchange.request);
      response = dispatched instanceof Promise ? await dispatched : dispatched;
      assertStatus(response);
      return response;
    } catch (error) {
      return respondWithError(parts, error, exchange);
    }
  }

  function completePart(prepared: PreparedRequest): Promise<RestResponse> {
    const { exchange } = prepared;
    return within(exchange.request, async () => {
      const response = await complete(prepared);
      exchange.file?.destroy();
      try {
        assertWritable(response.data);
        return response;
      } catch (error) {
        return respondWithError(parts, error, exchange);
      }
    });
  }

  async function run(exchange: Exchange, endpoint: Endpoint): Promise<RestResponse> {
    const { request } = exchange;
    try {
      const permitted = assertPermission(endpoint.permission, request, exchange.caller.ignored);
      if (permitted) await permitted;
      const before = beforeCallbacks.applyMaybeAsync(null, request, endpoint);
      const replaced = before instanceof Promise ? await before : before;
      if (replaced) return replaced;
      const instead = dispatchRequest.applyMaybeAsync(null, request, endpoint);
      const dispatched = instead instanceof Promise ? await instead : instead;
      if (dispatched) return dispatched;
      if (endpoint.idempotency === undefined) return await handle(exchange, endpoint);
      return await idempotency.run(endpoint, request, () => handle(exchange, endpoint));
    } catch (error) {
      return respondWithError(parts, error, exchange);
    }
  }

  /** Runs the handler and checks its response. With an Idempotency-Key an invalid answer is rolled back, not stored. */
  async function handle(exchange: Exchange, endpoint: Endpoint): Promise<RestResponse> {
    const { request } = exchange;
    if (typeof endpoint.handler !== 'function') throw invalidHandler(request.route);
    const response = toResponse(await endpoint.handler(request), endpoint.successStatus);
    if (isFile(response.data)) exchange.file = response.data;
    assertDescribed(response, exchange, endpoint);
    return MAY_CHANGE_DATA.some((name) => hooks.hasFilter(name))
      ? { ...response, data: mutableCopy(response.data) }
      : response;
  }

  /** Development only. Handlers may omit fields that `_fields` does not name, so partial data is not checked. */
  function assertDescribed(response: RestResponse, { request, fields }: Exchange, endpoint: Endpoint): void {
    const fault = fields ? null : checkResponse?.(endpoint, request, response);
    if (fault) throw new HostError('rest_response_invalid', fault, { status: 500 });
  }

  function refuse(call: RestCall, error: unknown, id: string = randomUUID()): PreparedRequest {
    const exchange = createExchange(access, call, { id, explains: parts.debug });
    return { exchange, early: respondWithError(parts, error, exchange) };
  }

  return { prepare, complete, completePart, refuse };
}

/** Filters whose callbacks receive the data of a response and may modify it. */
const MAY_CHANGE_DATA = [
  'rest_request_after_callbacks',
  'rest_post_dispatch',
  'rest_envelope_response',
  'rest_pre_echo_response',
  'rest_pre_serve_request',
] as const;

/** Only requests that were answered early have no target. */
function targetOf({ target }: Exchange): NonNullable<Exchange['target']> {
  if (target) return target;
  throw new Error('A request without a target was answered during preparation.');
}

function receiveBody(
  { call, request }: Exchange,
  { args, bodyLimit, uploads, permission }: Endpoint,
  params: Readonly<Record<string, string>>,
): ReceivedBody | Promise<ReceivedBody> {
  if (request.method === 'GET' || request.method === 'HEAD') return NO_BODY;
  // Routes without arguments may accept raw bytes of any type; with arguments, there would be nothing to read them
  // from.
  const takesBytes = Object.keys(args).every((name) => Object.hasOwn(params, name));
  const rules = { limit: bodyLimit ?? DEFAULT_BODY_LIMIT, uploads, takesBytes };
  // Rejects unauthorized callers before their files are received; other permissions may need the arguments.
  const permitted = uploads && typeof permission === 'string' ? assertPermission(permission, request) : undefined;
  return permitted ? permitted.then(() => call.body.read(rules)) : call.body.read(rules);
}

/** Converts an error to a response; server errors are logged with the request id. */
export function respondWithError(
  { log, debug }: Pick<PipelineParts, 'log' | 'debug'>,
  error: unknown,
  { request }: { readonly request: Pick<RestRequest, 'id' | 'method' | 'path'> },
): RestResponse {
  const response = errorResponse(error, request.id, debug);
  if (response.status >= 500) {
    const { id, method, path } = request;
    log.error({ err: error, request_id: id, method, path }, 'REST request failed');
  }
  return response;
}

function invalidHandler(route: string): HostError {
  return new HostError('rest_invalid_handler', `The handler of ${route} is not a function.`, { status: 500 });
}

function jsonpRefused(): HostError {
  return new HostError(
    'rest_callback_disabled',
    'JSONP is not supported. Use fetch, and add your origin to the option cors.',
    { status: 400 },
  );
}

/**
 * Answers OPTIONS with the route's description and the methods this caller may use on this object. For other methods it
 * lists the missing permissions. Permissions may check the object in the path, so they get the path arguments.
 */
async function describeOptions(
  route: Route,
  params: Readonly<Record<string, string>>,
  request: MutableRequest,
  hooks: Hooks,
): Promise<RestResponse> {
  const allowed = new Set<Method>();
  const verdicts = new Map<unknown, Missing & { allowed: boolean }>();
  for (const endpoint of route.endpoints) {
    request.args = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, coerce(value, endpoint.args[name] ?? {})]),
    );
    const verdict = await tryPermission(endpoint.permission, request);
    if (verdict.allowed) for (const method of endpoint.methods) allowed.add(method);
    // Anonymous callers do not learn the required capability, as in the 401 itself.
    const missing = request.user ? verdict.missing : {};
    verdicts.set(endpoint, { allowed: verdict.allowed, ...missing });
  }
  const description = describeRoute(route, hooks, (endpoint) => verdicts.get(endpoint) ?? {});
  return respond(description, { headers: { Allow: [...allowed].join(', ') } });
}
