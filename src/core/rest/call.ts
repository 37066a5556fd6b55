import type { BodySource } from '../http/body.js';
import type { Query } from '../http/query.js';
import type { AuthAttempt } from '../identity/authenticate.js';
import type { Identity } from '../identity/authenticator.js';
import type { Endpoint, RestRequest } from './route.js';

import './hooks.js';

/** A request as a transport hands it over: HTTP, or `host.request` of tests, blocks and the CLI. */
export interface RestCall {
  readonly method: string;
  /** Below the REST root, without query: `/vendor-kb/v1/articles`. */
  readonly path: string;
  readonly query: Query;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The client's address, as far as it is known and proxies are trusted; absent for calls from within. */
  readonly remoteAddress?: string | undefined;
  /** A call from within, which no rate limit counts: the site's own code, or what a request embeds. */
  readonly isInternal?: boolean;
  /** The request that this one is a part of, as in a batch or embedded: a browser has sent its cookies with that one. */
  readonly outer?: Pick<RestRequest, 'cookies'>;
  /** Read once the route is known, which says what it takes. */
  readonly body: BodySource;
  /**
   * Who is calling; throws for claimed but invalid credentials.
   * @param endpoint the route, if there is one: it judges its `credentials` itself, so no error is thrown for these
   */
  readonly identify: (
    endpoint?: Pick<Endpoint, 'credentials' | 'readCost'> | null,
  ) => CallerIdentity | Promise<CallerIdentity>;
}

export interface CallerIdentity {
  readonly identity: Identity | null;
  /** A newer nonce to send along, when the one used is ageing. */
  readonly refreshedNonce?: string;
  /** Why credentials that came along were not counted: tells a puzzled developer (host.md row 27). */
  readonly ignored?: 'cookie-without-nonce';
  /** What became of each way to say who is calling, where the route asked to know. */
  readonly attempts?: readonly AuthAttempt[];
}

/** What goes back to the transport: data is not yet serialised. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly data: unknown;
  /** What was answered, for those who take over the sending; absent where no request came to be. */
  readonly request?: RestRequest;
}

/** One request from its arrival to its answer; it never throws: what goes wrong is an answer. */
export type Dispatch = (call: RestCall) => Promise<RestAnswer>;
