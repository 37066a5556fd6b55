import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import { requestHeader } from '../http/request-header.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

type BrowserRequest = Pick<AuthRequest, 'method' | 'headers'>;

/**
 * Refuses a state-changing request that a browser sent from a page of another site.
 * Second line of defense behind nonces and SameSite cookies, and the first one for visitors without a session.
 * Browsers send Sec-Fetch-Site. Those from before 2023 send only Origin, which is checked if `isAllowed` is given.
 * Other clients send neither.
 * @param isAllowed accepts the site's own origin and the origins that CORS allows
 * @throws HostError `rest_cross_site_request` (403)
 */
export function assertSameSite(request: BrowserRequest, isAllowed?: (origin: string) => boolean): void {
  if (SAFE_METHODS.includes(request.method.toUpperCase())) return;
  const origin = requestHeader(request, 'origin');
  if (origin !== undefined && isAllowed?.(origin)) return;
  const fetchSite = requestHeader(request, 'sec-fetch-site');
  const isForeignOrigin = isAllowed !== undefined && origin !== undefined && !hasHostOf(origin, request);
  if (fetchSite === undefined ? !isForeignOrigin : fetchSite !== 'cross-site') return;
  throw new HostError(
    'rest_cross_site_request',
    'Another site sent this request. Open the page on this site and try again.',
    { status: 403 },
  );
}

function hasHostOf(origin: string, request: BrowserRequest): boolean {
  const host = requestHeader(request, 'host') ?? requestHeader(request, ':authority');
  return URL.canParse(origin) && new URL(origin).host === host;
}
