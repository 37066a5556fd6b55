import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hooks } from '../../hooks/hooks.js';
import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import { DEFAULT_BODY_LIMIT } from '../http/body.js';
import type { Endpoint, Endpoints } from '../http/endpoints.js';
import { createHttpBody, type HttpBody, type HttpBodyOptions } from '../http/http-body.js';
import { parseQuery, type Query } from '../http/query.js';
import { type Handler, send, setHeaders } from '../http/send.js';
import { createUploadStore } from '../http/upload-store.js';
import { parseCookies } from '../identity/cookies.js';
import { type Nonces, REST_ACTION } from '../identity/nonces.js';
import type { PageAnswers } from '../pages/answer.js';
import { REFERENCE_PATH } from '../pages/reference.js';
import type { PageRequest } from '../pages/router.js';
import { withSecurityHeaders } from '../pages/security-headers.js';
import type { Dispatch, RestAnswer, RestCall } from '../rest/call.js';
import { failureHeaders } from '../rest/headers.js';
import { answerError } from '../rest/pipeline.js';
import { sendAnswer } from '../rest/send-answer.js';
import type { Site } from '../site.js';
import type { Callers, RequestCms } from './callers.js';
import type { Config } from './config.js';

export interface HandlerParts {
  readonly config: Config;
  readonly site: Site;
  readonly hooks: Hooks;
  readonly callers: Callers;
  readonly nonces: Nonces;
  readonly dispatch: Dispatch;
  readonly pages: PageAnswers;
  /** Addresses that are neither REST routes nor pages. */
  readonly endpoints: Endpoints;
}

/** What the handler makes of the configuration, once. */
interface Wire extends HandlerParts {
  readonly bodies: HttpBodyOptions;
}

/**
 * One listener for everything: the REST root, assets and pages, the reference below the root among them. What none of
 * them claims goes to `next`, or is a plain 404 where there is no next (node:http).
 */
export function createHandler(parts: HandlerParts): Handler {
  const { config, site } = parts;
  const { root } = site;
  const wire: Wire = {
    ...parts,
    bodies: {
      uploads: createUploadStore({ folder: config.uploadFolder, log: config.log }),
      timeout: config.bodyTimeout,
    },
  };
  return (request, response, next) => {
    const { path, query } = splitTarget(request.url ?? '/');
    const isRest = (path === root || path.startsWith(`${root}/`)) && path !== root + REFERENCE_PATH;
    const endpoint = parts.endpoints.get(path);
    const answered = endpoint
      ? answerEndpoint(wire, request, response, query, endpoint)
      : isRest
        ? answerRest(wire, request, response, path.slice(root.length), query)
        : answerPage(wire, request, response, path, query, next);
    answered.catch((error: unknown) => {
      // Wrong credentials are the caller's fault and have their answer; the site's error handler is for ours.
      if (error instanceof HostError && error.status < 500 && !response.headersSent) {
        endPlain(wire, request, response, error.status, error.message);
        return;
      }
      config.log.error({ err: error }, 'A request could not be answered');
      if (response.headersSent) response.destroy();
      else if (next) next(error);
      else endPlain(wire, request, response, 500, 'The server failed to answer.');
    });
  };
}

async function answerRest(
  wire: Wire,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): Promise<void> {
  const parameters = parseQuery(query);
  const auth = wire.callers.auth(request);
  if (path === '/nonce') return answerNonce(wire, auth, request, response);
  const body = createHttpBody(request, wire.bodies);
  const call: RestCall = {
    method: request.method ?? 'GET',
    path: path === '' ? '/' : path,
    query: parameters,
    headers: auth.headers,
    remoteAddress: auth.remoteAddress,
    body,
    identify: (credentials) => wire.callers.identifyForRest(request, parameters, credentials),
  };
  let answer: RestAnswer;
  try {
    answer = await wire.dispatch(call);
  } finally {
    // Uploaded files are gone when the caller has the answer, however the request went.
    const removed = body.dispose();
    if (removed) await removed;
  }
  const { log, debug } = wire.config;
  try {
    const served = isServed(wire, answer, request, response);
    if (served && (await served)) return;
  } catch (error) {
    if (response.headersSent || !answer.request) throw error;
    const { status, data } = answerError({ log, debug }, error, { request: answer.request });
    answer = { status, data, headers: failureHeaders(answer.request.id) };
  }
  sendAnswer(request, response, answer, log);
}

/** Whether a filter has sent the answer itself. */
function isServed(
  { hooks, config }: Wire,
  answer: RestAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> | false {
  if (!answer.request || !hooks.hasFilter('rest_pre_serve_request')) return false;
  setHeaders(response, answer, config.log);
  return hooks.applyFiltersAsync('rest_pre_serve_request', false, answer, answer.request, { request, response });
}

/**
 * `GET {root}/nonce`: a fresh nonce as bare text, for the visitor's own session. It stands outside the pipeline so
 * that nothing can put CORS headers on it: a nonce that other origins could read would protect nothing.
 */
async function answerNonce(
  wire: Wire,
  auth: AuthRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { log, debug } = wire.config;
  const headers = { 'Cache-Control': 'no-store, private', 'X-Content-Type-Options': 'nosniff' };
  try {
    const identity = auth.headers['sec-fetch-site'] === 'cross-site' ? null : await wire.callers.identify(request);
    const ambient = identity?.via === 'ambient' ? identity : null;
    const body = ambient ? wire.nonces.create(REST_ACTION, ambient.user.id, ambient.session) : '';
    const text = { ...headers, 'Content-Type': 'text/plain; charset=utf-8' };
    send(request, response, { status: ambient ? 200 : 401, headers: text, body }, log);
  } catch (error) {
    const failed = { id: randomUUID(), method: request.method ?? 'GET', path: '/nonce' };
    const { status, data } = answerError({ log, debug }, error, { request: failed });
    sendAnswer(request, response, { status, data, headers: failureHeaders(failed.id) }, log);
  }
}

/** A request on its way to the site's own routes. */
type SiteRequest = IncomingMessage & { cms?: RequestCms };

/** Tells a request who is behind it before it comes to the handler: middleware for the site's own routes. */
export function createContext(callers: Callers): Handler {
  return (request, _response, next) => {
    (request as SiteRequest).cms = callers.of(request);
    next?.();
  };
}

async function answerEndpoint(
  wire: Wire,
  request: IncomingMessage,
  response: ServerResponse,
  query: string,
  endpoint: Endpoint,
): Promise<void> {
  const readForm = (): Promise<Query> => readFormOf(createHttpBody(request, wire.bodies));
  const answer = await endpoint({ auth: wire.callers.auth(request), query, readForm });
  send(request, response, answer, wire.config.log);
}

async function readFormOf(body: HttpBody): Promise<Query> {
  return { ...(await body.read({ limit: DEFAULT_BODY_LIMIT, takesBytes: true })).form };
}

async function answerPage(
  wire: Wire,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
  next: ((error?: unknown) => void) | undefined,
): Promise<void> {
  const body = createHttpBody(request, wire.bodies);
  const answer = await wire.pages
    .answer(path, (mountPath) => createPageRequest(wire, request, body, { fullPath: path, path: mountPath, query }))
    .finally(() => body.dispose());
  if (answer) return send(request, response, withSecurityHeaders(answer, response), wire.config.log);
  if (next) {
    (request as SiteRequest).cms = wire.callers.of(request);
    next();
  } else endPlain(wire, request, response, 404, 'Not found');
}

async function createPageRequest(
  wire: Wire,
  request: IncomingMessage,
  body: HttpBody,
  { fullPath, path, query }: { readonly fullPath: string; readonly path: string; readonly query: string },
): Promise<PageRequest> {
  const { callers } = wire;
  const identity = await callers.identify(request);
  return {
    ...callers.rightsOf(identity),
    id: randomUUID(),
    method: request.method ?? 'GET',
    path,
    fullPath,
    query: parseQuery(query),
    address: clientAddress(request, callers.auth(request).secure),
    headers: request.headers,
    cookies: parseCookies(request.headers.cookie),
    user: identity?.user ?? null,
    identity,
    readForm: () => readFormOf(body),
    async readUpload(uploads) {
      const { form, files } = await body.read({ limit: DEFAULT_BODY_LIMIT, takesBytes: true, uploads });
      return { form: { ...form }, files };
    },
    remoteAddress: callers.auth(request).remoteAddress,
  };
}

/** Express and its kin cut off what the host is mounted below, and keep the whole as `originalUrl`. */
function clientAddress(request: IncomingMessage & { readonly originalUrl?: string }, secure: boolean) {
  const { host } = request.headers;
  return host === undefined
    ? null
    : { host, secure, path: splitTarget(request.originalUrl ?? request.url ?? '/').path };
}

function endPlain(
  { config }: Wire,
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
  send(request, response, { status, headers, body: `${message}\n` }, config.log);
}

function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark === -1 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
