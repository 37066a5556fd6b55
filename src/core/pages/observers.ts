import type { IncomingMessage } from 'node:http';
import type { Query } from '../http/query.js';

/** A page that somebody asks for in a browser, whether the host answers it or the site. */
export interface ObservedPage {
  /** As it was asked for, below the site's own origin. */
  readonly address: URL;
  readonly query: Query;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly cookies: ReadonlyMap<string, string>;
  /** Client address; behind a proxy only with `trustProxy`. */
  readonly remoteAddress: string | undefined;
}

/** What goes with the answer of a page. */
export interface PageNote {
  /** Set-Cookie values, beside those of whoever answers. */
  readonly cookies: readonly string[];
}

/** Looks at pages on their way, and changes nothing of what they say. */
export interface PageObserver {
  /** Whether a page is worth looking at. It is asked of each one with a query, so it answers from memory. */
  wants(query: string): boolean;
  /**
   * Looks at a page that it wants, before it is answered: for 200 milliseconds at most, then the answer goes out as it
   * is. An error is logged and changes nothing.
   * @returns what goes with the answer, which no shared cache keeps then; null leaves it as it is
   */
  look(page: ObservedPage): Promise<PageNote | null>;
}

/** What browsers say when somebody opens a page: not of pictures, scripts, frames and calls of scripts. */
export function isPageVisit({ method, headers }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  const destination = headers['sec-fetch-dest'];
  if (method !== 'GET' || (destination !== undefined && destination !== 'document')) return false;
  return headers.accept?.includes('text/html') ?? false;
}
