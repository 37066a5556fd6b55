import type { BodySource } from '../http/body.js';
import type { Query } from '../http/query.js';
import type { AuthAttempt } from '../identity/authenticate.js';
import type { Identity } from '../identity/authenticator.js';
import type { Endpoint, RestRequest } from './route.js';

import './hooks.js';

/** Request from a transport: HTTP, or `host.request` in tests, blocks and the CLI. */
export interface RestCall {
  readonly method: string;
  /** Path below the REST root, without query: `/vendor-kb/v1/articles`. */
  readonly path: string;
  readonly query: Query;
  /** Request headers with lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Client IP address as reported by trusted proxies; absent for internal calls. */
  readonly remoteAddress?: string | undefined;
  /** Internal call from the site's own code or an embed; no rate limit counts it. */
  readonly isInternal?: boolean;
  /** Outer request of a batch item or embed, which carries the browser's cookies. */
  readonly outer?: Pick<RestRequest, 'cookies'>;
  /** Request body; read after routing, because the route defines what it accepts. */
  readonly body: BodySource;
  /**
   * Identifies the caller; throws on invalid credentials.
   * @param endpoint the matched route, if any; credentials listed in its `credentials` do not cause an error
   */
  readonly identify: (
    endpoint?: Pick<Endpoint, 'args' | 'credentials' | 'readCost'> | null,
  ) => CallerIdentity | Promise<CallerIdentity>;
}

export interface CallerIdentity {
  readonly identity: Identity | null;
  /** Fresh nonce to send back when the one used is about to expire. */
  readonly refreshedNonce?: string;
  /** Reason why credentials were ignored, for debugging. */
  readonly ignored?: 'cookie-without-nonce';
  /** Results of each authenticator, if the route asked for them. */
  readonly attempts?: readonly AuthAttempt[];
}

/** Response for the transport; its data is not serialized yet. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly data: unknown;
  /** Request this answers, for code that sends the response itself; absent if none was created. */
  readonly request?: RestRequest;
}

/** Processes one request and returns its response. Never throws: errors become answers. */
export type Dispatch = (call: RestCall) => Promise<TransportResponse>;
