import type { TestHost } from 'mortise/testing';
import { BrowserAgent } from '../support/browser-agent.js';

/** Request as sent by the client. */
export interface SentRequest {
  readonly method: string;
  /** Path with query, without the origin. */
  readonly path: string;
  readonly headers: Headers;
  readonly status: number;
}

/** Browser user: cookies are sent with every request, as from a page. */
export interface Visitor {
  readonly fetch: typeof fetch;
  /** All requests in order of their responses. */
  readonly sent: readonly SentRequest[];
  /** Number of nonce requests. */
  nonceRequests(): number;
  /** Signs in through the form of the login page. */
  logIn(login: string, password: string): Promise<void>;
  logOut(): Promise<void>;
}

/** Original fetch of Node, in case a test replaces it later. */
const send = globalThis.fetch;

/** @param base URL of a listening host. Relative URLs are resolved against it. */
export function visitor(base: string): Visitor {
  const session = new BrowserAgent(base);
  const sent: SentRequest[] = [];
  return {
    sent,
    nonceRequests: () => sent.filter(({ path }) => path === '/api/nonce').length,
    async fetch(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : input, base);
      const headers = new Headers(init.headers);
      const response = await send(url, { ...init, headers: withCookies(headers, session.cookieHeader) });
      const { method = 'GET' } = init;
      sent.push({ method, path: url.pathname + url.search, headers, status: response.status });
      return response;
    },
    async logIn(login, password) {
      const { status } = await session.logIn(login, password);
      if (status !== 303) throw new Error(`Signing in answered ${status}.`);
    },
    async logOut() {
      await session.logOut();
    },
  };
}

/** Creates a user with this role and returns a visitor signed in as that user. */
export async function signedIn(host: TestHost, base: string, role = 'administrator'): Promise<Visitor> {
  const { login, password } = await host.createUser(role);
  const person = visitor(base);
  await person.logIn(login, password);
  return person;
}

function withCookies(headers: Headers, cookies: string): Headers {
  const all = new Headers(headers);
  if (cookies !== '') all.set('Cookie', cookies);
  return all;
}
