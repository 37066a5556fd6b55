import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hooks } from '../hooks/hooks.js';
import type { Access } from './access/capabilities.js';
import type { Config } from './config.js';
import { HostError } from './errors.js';
import { type Handler, isSecure, readBody, remoteAddress, sendAnswer, setHeaders } from './http.js';
import type { Authenticate, AuthRequest } from './identity/authenticate.js';
import { parseCookies } from './identity/cookies.js';
import { checkNonce } from './identity/nonce-check.js';
import type { Nonces } from './identity/nonces.js';
import type { PageAnswers } from './pages/answer.js';
import { REFERENCE_PATH } from './pages/reference.js';
import type { PageRequest, PageResponse } from './pages/router.js';
import { DEFAULT_BODY_LIMIT, parseBody } from './rest/body.js';
import type { Dispatch } from './rest/call.js';
import { parseQuery, type Query } from './rest/query.js';
import type { Site } from './site.js';

export interface HandlerParts {
  readonly config: Config;
  readonly site: Site;
  readonly hooks: Hooks;
  readonly access: Access;
  readonly authenticate: Authenticate;
  readonly nonces: Nonces;
  readonly dispatch: Dispatch;
  readonly pages: PageAnswers;
}

/**
 * One listener for everything: the REST root, assets and pages, the reference below the root among them. What none of them claims goes to `next`, or is a
 * plain 404 where there is no next (node:http).
 */
export function createHandler(parts: HandlerParts): Handler {
  const { root } = parts.site;
  return (request, response, next) => {
    const { path, query } = splitTarget(request.url ?? '/');
    const isRest = (path === root || path.startsWith(`${root}/`)) && path !== root + REFERENCE_PATH;
    const answered = isRest
      ? answerRest(parts, request, response, path.slice(root.length), query)
      : answerPage(parts, request, response, path, query, next);
    answered.catch((error: unknown) => {
      // Wrong credentials are the caller's fault and have their answer; the site's error handler is for ours.
      if (error instanceof HostError && error.status < 500 && !response.headersSent) {
        endPlain(response, error.status, error.message);
        return;
      }
      parts.config.log.error({ err: error }, 'A request could not be answered');
      if (response.headersSent) response.destroy();
      else if (next) next(error);
      else endPlain(response, 500, 'The server failed to answer.');
    });
  };
}

async function answerRest(
  parts: HandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): Promise<void> {
  const parameters = parseQuery(query);
  const auth = authRequest(parts.config, request);
  if (path === '/nonce') return answerNonce(parts, auth, response);
  const answer = await parts.dispatch({
    method: request.method ?? 'GET',
    path: path === '' ? '/' : path,
    query: parameters,
    headers: request.headers,
    remoteAddress: auth.remoteAddress,
    readBody: (limit) => readBody(request, limit),
    identify: async () => {
      const identity = await parts.authenticate(auth);
      const { compat } = parts.config;
      const nonce = (compat === 'wp' ? parameters._wpnonce : undefined) ?? parameters._nonce;
      const checked = checkNonce(auth, identity, parts.nonces, {
        queryNonce: typeof nonce === 'string' ? nonce : undefined,
        compat,
      });
      return identity && !checked.identity ? { ...checked, ignored: 'cookie-without-nonce' } : checked;
    },
  });
  const { hooks } = parts;
  if (answer.request && hooks.hasFilter('rest_pre_serve_request')) {
    setHeaders(response, answer);
    const http = { request, response };
    if (await hooks.applyFiltersAsync('rest_pre_serve_request', false, answer, answer.request, http)) return;
  }
  sendAnswer(request, response, answer, parts.config.log);
}

/**
 * `GET {root}/nonce`: a fresh nonce as bare text, for the visitor's own session. It stands outside the pipeline so
 * that nothing can put CORS headers on it: a nonce that other origins could read would protect nothing.
 */
async function answerNonce(parts: HandlerParts, auth: AuthRequest, response: ServerResponse): Promise<void> {
  const identity = auth.headers['sec-fetch-site'] === 'cross-site' ? null : await parts.authenticate(auth);
  const ambient = identity?.via === 'ambient' ? identity : null;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store, private');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.statusCode = ambient ? 200 : 401;
  response.end(ambient ? parts.nonces.create('rest', ambient.user.id, ambient.session) : '');
}

async function answerPage(
  parts: HandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
  next: ((error?: unknown) => void) | undefined,
): Promise<void> {
  const answer = await parts.pages.answer(path, (mountPath) =>
    createPageRequest(parts, request, path, mountPath, query),
  );
  if (answer) return sendPage(request, response, answer);
  if (next) next();
  else endPlain(response, 404, 'Not found');
}

async function createPageRequest(
  parts: HandlerParts,
  request: IncomingMessage,
  fullPath: string,
  path: string,
  query: string,
): Promise<PageRequest> {
  const auth = authRequest(parts.config, request);
  const identity = await parts.authenticate(auth);
  const session = identity?.session ?? '';
  const userId = identity?.user.id ?? 0;
  const id = randomUUID();
  return {
    id,
    method: request.method ?? 'GET',
    path,
    fullPath,
    query: parseQuery(query),
    headers: request.headers,
    cookies: parseCookies(request.headers.cookie),
    user: identity?.user ?? null,
    identity,
    can: (capability, object) => parts.access.can(identity?.user ?? null, capability, object, identity?.scopes),
    nonce: (action) => parts.nonces.create(action, userId, session),
    verifyNonce: (nonce, action) =>
      typeof nonce === 'string' && parts.nonces.verify(nonce, action, userId, session) !== 0,
    readForm: async (): Promise<Query> => {
      const body = parseBody(await readBody(request, DEFAULT_BODY_LIMIT), request.headers['content-type']);
      return { ...body.form };
    },
    remoteAddress: auth.remoteAddress,
  };
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: PageResponse): void {
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  response.statusCode = page.status;
  response.setHeader('Content-Length', Buffer.byteLength(page.body));
  if (request.method === 'HEAD') response.end();
  else response.end(page.body);
}

function authRequest(config: Config, request: IncomingMessage): AuthRequest {
  const trustProxy = config.trustProxy === true;
  const address = remoteAddress(request, trustProxy);
  return {
    method: request.method ?? 'GET',
    headers: request.headers,
    secure: isSecure(request, trustProxy),
    ...(address === undefined ? {} : { remoteAddress: address }),
    raw: request,
  };
}

function endPlain(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${message}\n`);
}

function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark === -1 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
