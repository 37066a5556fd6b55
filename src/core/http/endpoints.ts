import type { AuthRequest } from './auth-request.js';
import type { Query } from './query.js';
import type { WireAnswer } from './send.js';

/** A request for an address that is neither a REST route nor a page. */
export interface EndpointRequest {
  /** Method, headers and where it came from. */
  readonly auth: AuthRequest;
  /** What follows the question mark, as it was sent. */
  readonly query: string;
  /** The fields of a posted form; empty for bodies of other types. @throws HostError 413, 408 and the like */
  readForm(): Promise<Query>;
}

/** Answers such a request for every method. Errors that it throws are answered as plain text. */
export type Endpoint = (request: EndpointRequest) => Promise<WireAnswer>;

/** Endpoints by their path below the place where the host is mounted. */
export type Endpoints = ReadonlyMap<string, Endpoint>;
