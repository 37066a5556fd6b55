import type { Logger } from 'pino';
import { HostError, RETRY_LATER } from '../errors.js';
import { coreCatalogues } from '../texts/core-catalogues.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { Assets } from './assets.js';
import { failureOf } from './failure.js';
import type { RenderPage } from './render.js';
import type { PageRequest, PageResponse, Pages } from './router.js';

/** Answers requests for pages and assets: finds the mount, runs its handler and renders errors as pages. */
export interface PageDispatch {
  /**
   * @param path path within the host, still percent-encoded
   * @param createRequest creates the request once a mount is found, with the decoded path below it
   * @returns null if no mount or asset matches
   */
  dispatch(path: string, createRequest: (mountPath: string) => Promise<PageRequest>): Promise<PageResponse | null>;
}

export function createPageDispatch(parts: {
  pages: Pages;
  assets: Assets;
  site: LocalizedSite;
  render: RenderPage;
  log: Logger;
  debug: boolean;
  /** Runs work with the request set as the current one. */
  within: <Result>(request: PageRequest, work: () => Result) => Result;
}): PageDispatch {
  return {
    async dispatch(path, createRequest) {
      const asset = parts.assets.serve(path);
      if (asset) return asset;
      const found = parts.pages.match(path);
      if (!found) return null;
      const below = decodePath(path.slice(found.mount.length));
      const request = await createRequest(below || '/');
      return parts.within(request, async () => {
        try {
          if (below === null) throw brokenAddress();
          return await found.handler(request);
        } catch (error) {
          return errorPage(error, request, parts);
        }
      });
    },
  };
}

/** @returns null for an invalid percent escape */
function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function brokenAddress(): HostError {
  return new HostError(
    'page_address_invalid',
    'This URL is damaged. Copy the link again, or start from the home page.',
    {
      status: 400,
    },
  );
}

/** Renders an error as a page with a link to the start page. */
async function errorPage(
  error: unknown,
  request: PageRequest,
  { site, render, log, debug }: { site: LocalizedSite; render: RenderPage; log: Logger; debug: boolean },
): Promise<PageResponse> {
  const strings = site.strings(site.locale, coreCatalogues);
  const { status, title, message, requestId } = failureOf(error, request, { strings, log, debug });
  return render(
    'core/message',
    { strings, status, title, message, links: [{ label: site.name, link: site.href('/') }], requestId },
    {
      request,
      title,
      strings,
      status,
      head: { robots: 'noindex' },
      headers: {
        'Cache-Control': 'no-store',
        ...(status === 503 ? { 'Retry-After': RETRY_LATER } : {}),
        ...(error instanceof HostError ? error.data.headers : {}),
      },
    },
  );
}
