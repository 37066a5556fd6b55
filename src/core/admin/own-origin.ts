import { HostError } from '../errors.js';
import type { PageRequest } from '../pages/router.js';
import type { Site } from '../site.js';

/**
 * The browser's own word on where a form came from: a second line of defence behind nonces, and the first one where there
 * is no session to bind a nonce to. Subdomains are other sites.
 * @param options.allowsNullOrigin for pages that ask for no referrer, of which browsers do not name the origin either;
 *   their nonce has to be one that nobody else can get
 */
export function isFromOwnPage(
  site: Site,
  { headers }: Pick<PageRequest, 'headers'>,
  { allowsNullOrigin = false } = {},
): boolean {
  const { origin, host } = headers;
  const isUnnamed = allowsNullOrigin && origin === 'null';
  const isOwn = isUnnamed || origin === undefined || origin === site.origin || origin.endsWith(`://${host}`);
  const fetchSite = headers['sec-fetch-site'] ?? 'none';
  return isOwn && (fetchSite === 'same-origin' || fetchSite === 'none');
}

/** @throws HostError `form_cross_site` (403) for a form that another site sent */
export function assertOwnOrigin(site: Site, request: Pick<PageRequest, 'headers'>): void {
  if (isFromOwnPage(site, request)) return;
  throw new HostError('form_cross_site', 'Another site sent this form. Open the page here and send it again.', {
    status: 403,
  });
}
