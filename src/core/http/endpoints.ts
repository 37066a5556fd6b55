import type { AuthRequest } from './auth-request.js';
import type { Query } from './query.js';
import type { WireResponse } from './send.js';

/** Request for a path that is neither a REST route nor a page. */
export interface EndpointRequest {
  /** Method, headers and client details. */
  readonly auth: AuthRequest;
  /** Raw query string, without the question mark. */
  readonly query: string;
  /** Parses a posted form; empty for other media types. @throws HostError 413, 408 and other body errors */
  readForm(): Promise<Query>;
}

/** Answers a request with any method. Thrown errors are answered as plain text. */
export type Endpoint = (request: EndpointRequest) => Promise<WireResponse>;

/** Endpoints by path below the mount point. */
export type Endpoints = ReadonlyMap<string, Endpoint>;
