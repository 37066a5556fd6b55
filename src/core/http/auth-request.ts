import type { IncomingMessage } from 'node:http';

/** What authenticators look at, whatever server the request came through. */
export interface AuthRequest {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether the client came by https, as far as the host trusts its proxies to say so. */
  readonly secure: boolean;
  readonly remoteAddress?: string | undefined;
  /** The server's own object, for the site's `identify`. */
  readonly raw?: IncomingMessage | undefined;
  /** What the site's framework calls the request; where it has no other name for it, the same as `raw`. */
  readonly site?: unknown;
}
