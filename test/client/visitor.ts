import type { TestHost } from 'mortise/testing';
import { browserSession } from '../conformance/browser-session.js';
import { httpClient } from '../conformance/http-client.js';

/** A request as the client sent it. */
export interface SentRequest {
  readonly method: string;
  /** Below the server, with its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly status: number;
}

/** Somebody with a browser: their cookies go along with every request, as they would from a page. */
export interface Visitor {
  readonly fetch: typeof fetch;
  /** Everything that was sent, in order of the answers. */
  readonly sent: readonly SentRequest[];
  /** How often a nonce was asked for. */
  nonceRequests(): number;
  /** Through the form of the login page. */
  logIn(login: string, password: string): Promise<void>;
  logOut(): Promise<void>;
}

/** The one of Node, whatever a test puts in its place later. */
const send = globalThis.fetch;

/** @param base address of a listening host; relative addresses are resolved against it */
export function visitor(base: string): Visitor {
  const session = browserSession(httpClient(base));
  const sent: SentRequest[] = [];
  return {
    sent,
    nonceRequests: () => sent.filter(({ path }) => path === '/api/nonce').length,
    async fetch(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : input, base);
      const headers = new Headers(init.headers);
      const response = await send(url, { ...init, headers: withCookies(headers, session.cookies) });
      const { method = 'GET' } = init;
      sent.push({ method, path: url.pathname + url.search, headers, status: response.status });
      return response;
    },
    async logIn(login, password) {
      const { status } = await session.logIn(login, password);
      if (status !== 303) throw new Error(`Logging in answered ${status}.`);
    },
    async logOut() {
      await session.logOut();
    },
  };
}

/** A visitor who has logged in as a new user with this role. */
export async function signedIn(host: TestHost, base: string, role = 'administrator'): Promise<Visitor> {
  const { login, password } = await host.createUser(role);
  const person = visitor(base);
  await person.logIn(login, password);
  return person;
}

function withCookies(headers: Headers, cookies: ReadonlyMap<string, string>): Headers {
  const all = new Headers(headers);
  if (cookies.size > 0) all.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  return all;
}
