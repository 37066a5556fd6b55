import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Hooks } from '../../hooks/hooks.js';
import { createTurns } from '../concurrency/turns.js';
import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import { DEFAULT_BODY_LIMIT } from '../http/body.js';
import type { Endpoint, Endpoints } from '../http/endpoints.js';
import { createHttpBody, type HttpBody, type HttpBodyOptions } from '../http/http-body.js';
import { parseQuery, type Query } from '../http/query.js';
import { setHeaders } from '../http/send.js';
import { createUploadStore } from '../http/upload-store.js';
import { besideSite, type WayOut } from '../http/way-out.js';
import { parseCookies } from '../identity/cookies.js';
import { assertSameSite } from '../identity/cross-site.js';
import { type Nonces, REST_ACTION } from '../identity/nonces.js';
import type { Sessions } from '../identity/sessions.js';
import { assertCspNonce } from '../pages/csp.js';
import type { PageDispatch } from '../pages/dispatch-page.js';
import { assertSameSiteForm } from '../pages/own-origin.js';
import { REFERENCE_PATH } from '../pages/reference.js';
import type { PageRequest } from '../pages/router.js';
import { withSecurityHeaders } from '../pages/security-headers.js';
import type { CallerIdentity, Dispatch, RestCall, TransportResponse } from '../rest/call.js';
import { type OriginCheck, originCheck } from '../rest/cors.js';
import { failureHeaders } from '../rest/headers.js';
import { respondWithError } from '../rest/pipeline.js';
import { restOnWire } from '../rest/rest-on-wire.js';
import type { Site } from '../site.js';
import type { Callers } from './callers.js';
import type { Config } from './config.js';
import type { ObservePages } from './observe-pages.js';
import { type CountRead, costOf, createReadLimit } from './read-limit.js';
import { renewSession, withRenewedSession } from './renew-session.js';

export interface ServeParts {
  readonly config: Config;
  readonly site: Site;
  readonly hooks: Hooks;
  readonly callers: Callers;
  readonly nonces: Nonces;
  readonly sessions: Pick<Sessions, 'rotate'>;
  readonly dispatch: Dispatch;
  readonly pages: PageDispatch;
  readonly observe: ObservePages;
  /** URLs that are neither REST routes nor pages. */
  readonly endpoints: Endpoints;
}

/** Parts derived from the configuration once. */
interface Wire extends ServeParts {
  readonly bodies: HttpBodyOptions;
  readonly countRead: CountRead;
  /** Origins whose pages may send write requests for visitors without an account. */
  readonly mayWriteFrom: OriginCheck;
}

/** A request on its way through the host. */
export interface Incoming {
  readonly request: IncomingMessage;
  /** Path and query below the mount. */
  readonly target: string;
  /** Path and query as sent by the client. */
  readonly original: string;
  readonly out: WayOut;
}

/**
 * Answers the host's requests: the REST root, endpoints, assets and pages, including the API reference below the
 * root.
 * @returns false for requests of the site, which are left untouched
 * @throws errors on our side that were not answered yet, for the site's error handler
 */
export type Serve = (incoming: Incoming) => Promise<boolean>;

/** Maximum requests started per turn of the event loop. Reaching a handler takes about a tenth of a millisecond. */
const BEGUN_PER_TURN = 16;

export function createServe(parts: ServeParts): Serve {
  const { config, site } = parts;
  const { root } = site;
  const isCorsOrigin = originCheck(config.cors);
  const wire: Wire = {
    ...parts,
    bodies: {
      uploads: createUploadStore({ folder: config.uploadFolder, log: config.log }),
      timeout: config.bodyTimeout,
    },
    countRead: createReadLimit(config.readLimit),
    mayWriteFrom: (origin) => origin === site.origin || isCorsOrigin(origin),
  };
  const nextTurn = createTurns(BEGUN_PER_TURN);
  return async (incoming) => {
    await nextTurn();
    const { path, query } = splitTarget(incoming.target);
    const isRest = (path === root || path.startsWith(`${root}/`)) && path !== root + REFERENCE_PATH;
    const endpoint = parts.endpoints.get(path);
    try {
      if (!endpoint && !isRest) return await servePage(wire, incoming, path, query);
      await (endpoint
        ? serveEndpoint(wire, incoming, query, endpoint)
        : serveRest(wire, incoming, path.slice(root.length), query));
      return true;
    } catch (error) {
      const { response } = incoming.out;
      // Wrong credentials are answered here. The site's error handler is for errors on our side.
      if (error instanceof HostError && error.status < 500 && !response.headersSent) {
        sendPlain(incoming, error.status, error.message, error.data.retry_after);
        return true;
      }
      config.log.error({ err: error }, 'A request could not be answered');
      if (!response.headersSent) throw error;
      response.destroy();
      return true;
    }
  };
}

/**
 * Sends a line of plain text.
 * @param retryAfter seconds for `Retry-After`
 */
export function sendPlain({ out }: Pick<Incoming, 'out'>, status: number, message: string, retryAfter?: unknown): void {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ...(typeof retryAfter === 'number' ? { 'Retry-After': String(retryAfter), 'Cache-Control': 'no-store' } : {}),
  };
  out.send({ status, headers, body: `${message}\n` });
}

async function serveRest(wire: Wire, incoming: Incoming, path: string, query: string): Promise<void> {
  const { request, out } = incoming;
  const parameters = parseQuery(query);
  const auth = wire.callers.auth(request);
  if (path === '/nonce') return serveNonce(wire, auth, incoming);
  const body = bodyOf(wire, request);
  const call: RestCall = {
    method: request.method ?? 'GET',
    path: path === '' ? '/' : path,
    query: parameters,
    headers: auth.headers,
    remoteAddress: auth.remoteAddress,
    body,
    identify(endpoint) {
      const admitted = (caller: CallerIdentity): CallerIdentity => {
        // A nonce or credential protects against CSRF. Visitors without an account have neither.
        if (caller.identity === null) assertSameSite(auth, wire.mayWriteFrom);
        wire.countRead(auth, caller.identity, costOf(endpoint, parameters));
        return caller;
      };
      const caller = wire.callers.identifyForRest(request, parameters, endpoint?.credentials);
      return caller instanceof Promise ? caller.then(admitted) : admitted(caller);
    },
  };
  let result: TransportResponse;
  try {
    result = await wire.dispatch(call);
  } finally {
    // Uploaded files are deleted before the response is sent, whatever its outcome.
    const removed = body.dispose();
    if (removed) await removed;
  }
  const { log, debug } = wire.config;
  try {
    const served = isServed(wire, result, incoming);
    if (served && (await served)) return;
  } catch (error) {
    if (out.response.headersSent || !result.request) throw error;
    const { status, data } = respondWithError({ log, debug }, error, { request: result.request });
    result = { status, data, headers: failureHeaders(result.request.id) };
  }
  const encoded = restOnWire(request, result, log);
  out.send(besideSite(encoded instanceof Promise ? await encoded : encoded, out));
}

/** Whether a filter sent the response itself. */
function isServed(
  { hooks, config }: Wire,
  result: TransportResponse,
  { request, out }: Incoming,
): Promise<boolean> | false {
  if (!result.request || !hooks.hasFilter('rest_pre_serve_request')) return false;
  const response = out.open();
  setHeaders(response, besideSite({ ...result, body: null }, out), config.log);
  return hooks
    .applyFiltersAsync('rest_pre_serve_request', false, result, result.request, { request, response })
    .then((served) => {
      if (served) out.handOver();
      return served;
    });
}

/**
 * Serves `GET {root}/nonce`: a new nonce for the visitor's own session, as plain text. It bypasses the pipeline so
 * that nothing can add CORS headers: a nonce readable by other origins would protect nothing.
 */
async function serveNonce(wire: Wire, auth: AuthRequest, { request, out }: Incoming): Promise<void> {
  const { log, debug } = wire.config;
  const headers = { 'Cache-Control': 'no-store, private', 'X-Content-Type-Options': 'nosniff' };
  try {
    const identity = auth.headers['sec-fetch-site'] === 'cross-site' ? null : await wire.callers.identify(request);
    const ambient = identity?.via === 'ambient' ? identity : null;
    const body = ambient ? wire.nonces.create(REST_ACTION, ambient.user.id, ambient.session) : '';
    const text = { ...headers, 'Content-Type': 'text/plain; charset=utf-8' };
    out.send(besideSite({ status: ambient ? 200 : 401, headers: text, body }, out));
  } catch (error) {
    const failed = { id: randomUUID(), method: request.method ?? 'GET', path: '/nonce' };
    const { status, data } = respondWithError({ log, debug }, error, { request: failed });
    const wireResponse = await restOnWire(request, { status, data, headers: failureHeaders(failed.id) }, log);
    out.send(besideSite(wireResponse, out));
  }
}

async function serveEndpoint(wire: Wire, { request, out }: Incoming, query: string, endpoint: Endpoint): Promise<void> {
  const readForm = (): Promise<Query> => readFormOf(bodyOf(wire, request));
  const wireResponse = await endpoint({ auth: wire.callers.auth(request), query, readForm });
  out.send(besideSite(wireResponse, out));
}

/** The body, read from the connection or as parsed by the site. */
function bodyOf({ bodies, callers }: Wire, request: IncomingMessage): HttpBody {
  return createHttpBody(request, { ...bodies, site: callers.siteOf(request) });
}

async function readFormOf(body: HttpBody, limit = DEFAULT_BODY_LIMIT): Promise<Query> {
  return { ...(await body.read({ limit, takesBytes: true })).form };
}

async function servePage(wire: Wire, incoming: Incoming, path: string, query: string): Promise<boolean> {
  const { request, out } = incoming;
  const observed = wire.observe(request, incoming.original, incoming.out.response);
  if (observed) await observed;
  const body = bodyOf(wire, request);
  let setCookie: string | null = null;
  const wireResponse = await wire.pages
    .dispatch(path, async (mountPath) => {
      const cookies = parseCookies(request.headers.cookie);
      const identity = await wire.callers.identify(request);
      // Media files are not counted, since one page loads many images.
      if (!path.startsWith(`${wire.site.media}/`)) wire.countRead(wire.callers.auth(request), identity);
      const visitor = await renewSession({ cookies, identity }, { ...wire, secure: wire.site.secure });
      setCookie = visitor.setCookie;
      return createPageRequest(wire, incoming, body, { visitor, fullPath: path, path: mountPath, query });
    })
    .finally(() => body.dispose());
  if (!wireResponse) {
    // The site sends the response, but the browser still needs the renewed cookie.
    if (setCookie !== null) out.response.appendHeader('Set-Cookie', setCookie);
    return false;
  }
  out.send(besideSite(withSecurityHeaders(withRenewedSession(wireResponse, setCookie), out), out));
  return true;
}

function createPageRequest(
  wire: Wire,
  { request, original }: Incoming,
  body: HttpBody,
  {
    visitor: { cookies, identity },
    fullPath,
    path,
    query,
  }: {
    readonly visitor: Pick<PageRequest, 'cookies' | 'identity'>;
    readonly fullPath: string;
    readonly path: string;
    readonly query: string;
  },
): PageRequest {
  const { callers, countRead } = wire;
  return {
    ...callers.rightsOf(identity),
    id: randomUUID(),
    method: request.method ?? 'GET',
    path,
    fullPath,
    query: parseQuery(query),
    address: clientAddress(request, original, callers.auth(request).secure),
    headers: request.headers,
    cookies,
    user: identity?.user ?? null,
    identity,
    async readForm(limit) {
      assertSameSiteForm(wire.site, request);
      return readFormOf(body, limit);
    },
    async readUpload(uploads, limit = DEFAULT_BODY_LIMIT) {
      assertSameSiteForm(wire.site, request);
      const { form, files } = await body.read({ limit, takesBytes: true, uploads });
      return { form: { ...form }, files };
    },
    cspNonce: cspNonceOf(wire.config, callers.auth(request)),
    remoteAddress: callers.auth(request).remoteAddress,
    countReads: (reads) => countRead(callers.auth(request), identity, reads),
  };
}

function cspNonceOf({ cspNonce }: Config, { raw, site }: AuthRequest): string | null {
  const nonce: unknown = cspNonce && raw && cspNonce(raw, site);
  assertCspNonce(nonce);
  return nonce ?? null;
}

/** The URL as the client sees it. HTTP/2 has the host in a pseudo-header. */
function clientAddress({ headers }: IncomingMessage, original: string, secure: boolean) {
  const host = headers.host ?? headers[':authority'];
  return typeof host === 'string' ? { host, secure, path: splitTarget(original).path } : null;
}

function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark === -1 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
