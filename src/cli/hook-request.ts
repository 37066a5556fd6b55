import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { Handler } from '../core/http/send.js';
import { sessionCookieName } from '../core/identity/cookies.js';
import { REST_ACTION } from '../core/identity/nonces.js';
import { findUser } from './find-user.js';

/** A request to the host. */
export interface Visit {
  readonly method: string;
  /** Path and query, as returned by `pathOf`. */
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

/** Result of a request. */
export interface VisitResponse {
  /** HTTP status. Null if the connection ended before the response was complete. */
  readonly status: number | null;
  /** Reason for a missing response. */
  readonly problem: string | null;
  /** Target of a redirect, which is not followed. */
  readonly location: string | null;
  /** Size of the body. */
  readonly bytes: number;
  /** Milliseconds from sending the request to the end of the response. */
  readonly ms: number;
}

export interface VisitOptions {
  /** Id, login or email of the user to act as. Anonymous without one. */
  readonly as: string | undefined;
  /** Aborts the current request. */
  readonly signal: AbortSignal;
  /** Wraps the host's handler. */
  readonly wrap?: (handler: Handler) => Handler;
}

/**
 * Serves the host on a free port of 127.0.0.1 while `work` makes requests to it. Server, connections and the user's
 * session are always removed afterwards.
 * @throws HostError `user_not_found`, and errors of `work`
 */
export async function visitHost<Result>(
  host: Host,
  { as, signal, wrap = (handler) => handler }: VisitOptions,
  work: (visit: (visit: Visit) => Promise<VisitResponse>) => Promise<Result>,
): Promise<Result> {
  const userId = as === undefined ? null : (await findUser(host, as)).id;
  const started = userId === null ? null : await host.sessions.create({ userId, userAgent: 'mortise hooks' });
  const agent = new Agent({ keepAlive: true });
  const server = createServer(wrap(host.handler()));
  try {
    const headers = started && userId !== null ? credentialsOf(host, userId, started) : {};
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return await work((visit) => send(visit, { port, agent, signal, headers }));
  } finally {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    if (started) await host.sessions.revoke(started.token);
  }
}

/**
 * Converts a URL to a path of the host, with its query. A full URL is one shown by a browser, so the mount path is
 * removed.
 * @throws HostError `cli_argument_invalid`
 */
export function pathOf(host: Host, address: string): string {
  const isFull = /^https?:\/\//i.test(address);
  const full = isFull ? address : `http://127.0.0.1${address}`;
  if (!(isFull || address.startsWith('/')) || !URL.canParse(full)) {
    throw new HostError('cli_argument_invalid', `"${address}" is not a URL. Use a path such as /kb, or a full URL.`, {
      status: 400,
    });
  }
  const { pathname, search } = new URL(full);
  const mount = host.site.href('');
  const isBelowMount = isFull && `${pathname}/`.startsWith(`${mount}/`);
  return (isBelowMount ? pathname.slice(mount.length) || '/' : pathname) + search;
}

/** Credentials of a signed-in browser: the cookie, and the nonce that REST requires. */
function credentialsOf(host: Host, userId: number, { token, session }: { token: string; session: string }) {
  return {
    cookie: `${sessionCookieName(host.site.secure)}=${token}`,
    'x-cms-nonce': host.nonces.create(REST_ACTION, userId, session),
  };
}

function send(
  { method, path, body }: Visit,
  {
    port,
    agent,
    signal,
    headers,
  }: { port: number; agent: Agent; signal: AbortSignal; headers: Record<string, string> },
): Promise<VisitResponse> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let bytes = 0;
    const end = (came: Pick<VisitResponse, 'status' | 'problem' | 'location'>): void =>
      resolve({ ...came, bytes, ms: performance.now() - startedAt });
    const fail = ({ message }: Error): void => end({ status: null, problem: message, location: null });
    const content =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      signal,
      headers: { ...headers, ...content },
    });
    request.once('error', fail);
    request.once('response', (response) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('error', fail);
      response.once('end', () => {
        const { statusCode: status = null, headers } = response;
        end({ status, problem: null, location: headers.location ?? null });
      });
    });
    request.end(body);
  });
}
