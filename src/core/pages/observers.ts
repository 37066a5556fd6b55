import type { IncomingMessage } from 'node:http';
import type { Query } from '../http/query.js';

/** A page requested by a browser, whether the host or the site answers it. */
export interface ObservedPage {
  /** Requested URL, on the site's own origin. */
  readonly address: URL;
  readonly query: Query;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly cookies: ReadonlyMap<string, string>;
  /** Client address. Behind a proxy this requires `trustProxy`. */
  readonly remoteAddress: string | undefined;
}

/** Additions to the response of a page. */
export interface PageNote {
  /** Set-Cookie values, in addition to the response's own. */
  readonly cookies: readonly string[];
}

/** Observes page requests without changing their content. */
export interface PageObserver {
  /** Whether the page should be observed. Called for every page with a query, so it must not do any I/O. */
  wants(query: string): boolean;
  /**
   * Observes a page before it is answered. After 200 milliseconds the response is sent without waiting. Errors are
   * logged and change nothing.
   * @returns additions to the response, which is then excluded from shared caches; null for none
   */
  look(page: ObservedPage): Promise<PageNote | null>;
}

/** Whether the headers show a page navigation, rather than an image, script, frame or fetch request. */
export function isPageVisit({ method, headers }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  const destination = headers['sec-fetch-dest'];
  if (method !== 'GET' || (destination !== undefined && destination !== 'document')) return false;
  return headers.accept?.includes('text/html') ?? false;
}
