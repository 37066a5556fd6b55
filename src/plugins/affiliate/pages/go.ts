import type { OwnedPages, PageRequest, PageResponse } from '../../../pages.js';
import { SHORT_PATH, type Tracking } from '../tracking.js';

/** `/{code}` or `/{code}/{link}`, with or without a trailing slash. */
const ADDRESS = /^\/([^/]+)(?:\/([^/]+))?\/?$/;

/** Registers the short links of affiliates: `/go/{code}/{link?}` redirects visitors. */
export function registerLinkPage(pages: OwnedPages, tracking: Pick<Tracking, 'open'>): void {
  pages.mount(SHORT_PATH, async (request): Promise<PageResponse | null> => {
    const [, code, link] = ADDRESS.exec(request.path) ?? [];
    if (code === undefined || !isLooking(request)) return null;
    const { method, headers, cookies, remoteAddress } = request;
    const { location, setCookie } = await tracking.open({
      code,
      link,
      cookies,
      visit: { method, headers, remoteAddress, cookies },
    });
    return {
      status: 302,
      headers: {
        Location: location,
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
        ...(setCookie === null ? {} : { 'Set-Cookie': setCookie }),
      },
      body: '',
    };
  });
}

function isLooking({ method }: Pick<PageRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
