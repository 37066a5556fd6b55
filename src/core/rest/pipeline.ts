import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import { HostError } from '../errors.js';
import type { Identity } from '../identity/authenticate.js';
import type { Site } from '../site.js';
import { PARAMETER_ORDER, resolveArguments } from './arguments.js';
import { DEFAULT_BODY_LIMIT, parseBody, type RawBody } from './body.js';
import { coerce } from './coerce.js';
import { describeNamespace, describeRoot, describeRoute } from './discovery.js';
import { type FieldTree, parseFields, selectFields } from './fields.js';
import { answerHeaders, paginationHeaders } from './headers.js';
import { assertPermission, isPermitted } from './permission.js';
import type { Query } from './query.js';
import type { Registry, Route } from './registry.js';
import { errorResponse, type RestResponse, respond, toResponse } from './response.js';
import type { Endpoint, Method, RestRequest } from './route.js';
import { createValidators, type Validator } from './validate.js';
import './hooks.js';

/** A request as a transport hands it over: HTTP, or `host.request` of tests, blocks and the CLI. */
export interface RestCall {
  readonly method: string;
  /** Below the REST root, without query: `/vendor-kb/v1/articles`. */
  readonly path: string;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Reads the body, at most `limit` bytes. */
  readonly readBody: (limit: number) => Promise<RawBody>;
  /** Who is calling; throws for claimed but invalid credentials. */
  readonly identify: () => Promise<CallerIdentity>;
}

export interface CallerIdentity {
  readonly identity: Identity | null;
  /** A newer nonce to send along, when the one used is ageing. */
  readonly refreshedNonce?: string;
  /** Why credentials that came along were not counted: tells a puzzled developer (host.md row 27). */
  readonly ignored?: 'cookie-without-nonce';
}

/** What goes back to the transport: data is not yet serialised. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly data: unknown;
}

export interface PipelineParts {
  readonly registry: Registry;
  readonly hooks: Hooks;
  readonly access: Access;
  readonly site: Site;
  readonly log: Logger;
  /** Show the messages of unexpected errors to callers. */
  readonly debug: boolean;
}

/**
 * The way of every REST request, whatever brought it: match route -> identify -> parse query and body -> coerce and
 * validate -> permission -> `rest_request_before_callbacks` -> handler -> `rest_request_after_callbacks` -> fields
 * -> headers. It never throws: what goes wrong is an answer.
 */
export type Dispatch = (call: RestCall) => Promise<RestAnswer>;

export function createDispatch(parts: PipelineParts): Dispatch {
  const createValidator = createValidators();
  const validators = new WeakMap<Endpoint, Validator>();

  function validatorOf(endpoint: Endpoint): Validator {
    let validator = validators.get(endpoint);
    if (!validator) {
      validator = createValidator(endpoint.args);
      validators.set(endpoint, validator);
    }
    return validator;
  }

  return async (call) => {
    const id = randomUUID();
    const fields = parseFields(call.query._fields);
    let caller: CallerIdentity = { identity: null };
    let response: RestResponse;
    let failed = true;
    try {
      caller = await call.identify();
      const request = createRequest(parts, call, id, caller.identity, fields);
      response = await route(parts, call, request, validatorOf);
      response = await parts.hooks.applyFiltersAsync('rest_post_dispatch', response, request);
      failed = response.status >= 400;
    } catch (error) {
      response = answerError(parts, error, id, call);
    }
    return {
      status: response.status,
      data: failed ? response.data : selectFields(response.data, fields),
      headers: {
        ...answerHeaders(parts.site, id, caller),
        ...paginationHeaders(parts.site, call, response.pageInfo),
        ...response.headers,
      },
    };
  };
}

/** Finds the endpoint and runs it; discovery answers where the path is an index or the method is OPTIONS. */
async function route(
  parts: PipelineParts,
  call: RestCall,
  request: MutableRequest,
  validatorOf: (endpoint: Endpoint) => Validator,
): Promise<RestResponse> {
  const early = await parts.hooks.applyFiltersAsync('rest_pre_dispatch', null, request);
  if (early) return early;
  const method = call.method.toUpperCase();
  const match = parts.registry.match(call.path);
  if (!match) return describeIndex(parts, call.path, method);

  request.route = match.value.template;
  if (method === 'OPTIONS') return describeOptions(match.value, match.params, request);
  const endpoint = findEndpoint(match.value, method);
  if (!endpoint) throw noRoute({ Allow: allMethods(match.value).join(', ') });

  try {
    const parsed = parseBody(
      method === 'GET' || method === 'HEAD' ? null : await call.readBody(endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT),
      single(call.headers['content-type']),
    );
    request.body = parsed.value;
    const order = parts.hooks.applyFilters('rest_request_parameter_order', PARAMETER_ORDER, request);
    const sources = { path: match.params, json: parsed.json, form: parsed.form, query: call.query };
    request.args = await resolveArguments(endpoint, sources, order, validatorOf(endpoint), request);
    await assertPermission(endpoint.permission, request);
    const replaced = await parts.hooks.applyFiltersAsync('rest_request_before_callbacks', null, request);
    const response = replaced ?? toResponse(await endpoint.handler(request));
    return await parts.hooks.applyFiltersAsync('rest_request_after_callbacks', response, request);
  } catch (error) {
    const response = answerError(parts, error, request.id, call);
    return parts.hooks.applyFiltersAsync('rest_request_after_callbacks', response, request);
  }
}

/** The request while the pipeline fills it in; everybody else sees it read-only. */
type MutableRequest = { -readonly [K in keyof RestRequest]: RestRequest[K] };

function createRequest(
  parts: PipelineParts,
  call: RestCall,
  id: string,
  identity: Identity | null,
  fields: FieldTree | null,
): MutableRequest {
  return {
    id,
    method: call.method.toUpperCase(),
    path: call.path,
    route: '',
    args: {},
    query: call.query,
    body: undefined,
    files: [],
    headers: call.headers,
    identity,
    user: identity?.user ?? null,
    can: (capability, object) => parts.access.can(identity?.user ?? null, capability, object, identity?.scopes),
    wants: (field) => !fields || fields.has(field),
  };
}

/** An explicit HEAD wins; otherwise HEAD is a GET whose body the transport leaves out (host.md row 40). */
function findEndpoint(route: Route, method: string): Endpoint | undefined {
  const exact = route.endpoints.find((endpoint) => endpoint.methods.includes(method as Method));
  if (exact || method !== 'HEAD') return exact;
  return route.endpoints.find((endpoint) => endpoint.methods.includes('GET'));
}

function allMethods(route: Route): Method[] {
  return [...new Set(route.endpoints.flatMap((endpoint) => endpoint.methods))];
}

/** Permissions may ask about the object in the path, so they see the arguments that the path gives. */
async function describeOptions(
  route: Route,
  params: Readonly<Record<string, string>>,
  request: MutableRequest,
): Promise<RestResponse> {
  const allowed: Method[] = [];
  for (const endpoint of route.endpoints) {
    request.args = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, coerce(value, endpoint.args[name] ?? {})]),
    );
    if (await isPermitted(endpoint.permission, request)) allowed.push(...endpoint.methods);
  }
  return respond(describeRoute(route), { headers: { Allow: [...new Set(allowed)].join(', ') } });
}

function describeIndex(parts: PipelineParts, path: string, method: string): RestResponse {
  const namespace = path.replace(/^\/|\/$/g, '').toLowerCase();
  const isIndex = namespace === '' || parts.registry.namespaces().includes(namespace);
  if (!isIndex || !['GET', 'HEAD', 'OPTIONS'].includes(method)) throw noRoute(isIndex ? { Allow: 'GET' } : {});
  if (namespace !== '') return respond(describeNamespace(parts.registry, parts.site, namespace));
  return respond(parts.hooks.applyFilters('rest_index', describeRoot(parts.registry, parts.site)));
}

/** Never 405, as in WordPress; `Allow` tells of the wrong method (host.md row 7). */
function noRoute(headers: Record<string, string>): HostError {
  return new HostError('rest_no_route', 'No route matches this address and method. GET the REST root for the list.', {
    status: 404,
    headers,
  });
}

function answerError(parts: PipelineParts, error: unknown, id: string, call: RestCall): RestResponse {
  const response = errorResponse(error, id, parts.debug);
  if (response.status >= 500) {
    parts.log.error({ err: error, request_id: id, method: call.method, path: call.path }, 'REST request failed');
  }
  return response;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
