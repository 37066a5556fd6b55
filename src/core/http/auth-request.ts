import type { IncomingMessage } from 'node:http';

/** Request data for authenticators, independent of the server framework. */
export interface AuthRequest {
  readonly method: string;
  /** Request headers with lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether the client used HTTPS, as reported by its socket or a trusted proxy. */
  readonly secure: boolean;
  readonly remoteAddress?: string | undefined;
  /** Node's request object, for the site's `identify`. */
  readonly raw?: IncomingMessage | undefined;
  /** Request object of the site's framework; without a framework object, the same as `raw`. */
  readonly site?: unknown;
}
