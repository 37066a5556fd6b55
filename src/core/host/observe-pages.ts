import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { withTimeLimit } from '../concurrency/time-limit.js';
import { markResponse } from '../http/observe-pages.js';
import { parseQuery } from '../http/query.js';
import { parseCookies } from '../identity/cookies.js';
import { isPageVisit, type ObservedPage, type PageNote, type PageObserver } from '../pages/observers.js';
import type { Pages } from '../pages/router.js';
import type { Site } from '../site.js';
import type { Callers } from './callers.js';

/**
 * Runs the observers of a page request. A request that passes twice is observed once.
 * @param original path and query as sent by the client
 * @returns null if there is nothing to wait for, as for most requests; otherwise a promise that never rejects
 */
export type ObservePages = (
  request: IncomingMessage,
  original: string,
  response: ServerResponse,
) => Promise<void> | null;

/** Maximum milliseconds that all observers together may delay a response. */
const MAX_WAIT = 200;

export function createObservePages({
  pages,
  callers,
  site,
  log,
}: {
  readonly pages: Pick<Pages, 'observers'>;
  readonly callers: Pick<Callers, 'auth'>;
  readonly site: Pick<Site, 'origin'>;
  readonly log: Logger;
}): ObservePages {
  const seen = new WeakSet<IncomingMessage>();

  function isWanted(observer: PageObserver, query: string): boolean {
    try {
      return observer.wants(query);
    } catch (error) {
      log.error({ err: error }, 'A page observer failed to decide; the page is not observed');
      return false;
    }
  }

  async function look(observer: PageObserver, page: ObservedPage): Promise<PageNote | null> {
    try {
      return await observer.look(page);
    } catch (error) {
      log.error({ err: error }, 'A page observer failed; the response is sent without it');
      return null;
    }
  }

  async function lookAll(
    observers: readonly PageObserver[],
    page: ObservedPage,
    response: ServerResponse,
  ): Promise<void> {
    const all = Promise.all(observers.map((observer) => look(observer, page)));
    const notes = await withTimeLimit(all, MAX_WAIT, () => {
      log.warn('A page observer took too long; the response is sent without it');
      return [];
    });
    const messages = notes.filter((note) => note !== null);
    if (messages.length === 0) return;
    markResponse(
      response,
      messages.flatMap(({ cookies }) => cookies),
    );
  }

  return (request, original, response) => {
    const mark = original.indexOf('?');
    if (mark === -1) return null;
    const query = original.slice(mark + 1);
    const observers = pages.observers().filter((observer) => isWanted(observer, query));
    if (observers.length === 0 || !isPageVisit(request) || seen.has(request)) return null;
    const text = site.origin + original;
    if (!URL.canParse(text)) return null;
    seen.add(request);
    const { headers, remoteAddress } = callers.auth(request);
    const page: ObservedPage = {
      address: new URL(text),
      query: parseQuery(query),
      method: 'GET',
      headers,
      remoteAddress,
      cookies: parseCookies(request.headers.cookie),
    };
    return lookAll(observers, page, response);
  };
}
