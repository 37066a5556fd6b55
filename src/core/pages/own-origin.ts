import { HostError } from '../errors.js';
import type { Site } from '../site.js';
import type { PageRequest } from './router.js';

type OwnSite = Pick<Site, 'origin' | 'secure'>;

/**
 * Whether the browser's headers show that a form was sent by a page of this site: a second defense next to nonces, and
 * the first where there is no session to bind a nonce to. Subdomains count as other sites.
 * @param options.allowsNullOrigin for pages with `no-referrer`, whose forms have the origin `null`; their nonce must
 *   be unobtainable for others
 */
export function isFromOwnPage(
  site: OwnSite,
  { headers }: Pick<PageRequest, 'headers'>,
  { allowsNullOrigin = false } = {},
): boolean {
  const { origin } = headers;
  const isUnnamed = allowsNullOrigin && origin === 'null';
  const fetchSite = headers['sec-fetch-site'] ?? 'none';
  return (
    (origin === undefined || isUnnamed || isOwnOrigin(site, origin, headers.host)) &&
    (fetchSite === 'same-origin' || fetchSite === 'none')
  );
}

/** @throws HostError `form_cross_site` (403) for a form sent by another site */
export function assertOwnOrigin(site: OwnSite, request: Pick<PageRequest, 'headers'>): void {
  if (!isFromOwnPage(site, request)) throw crossSiteForm();
}

/**
 * Rejects forms sent by a page of another site. Unlike in `assertOwnOrigin`, subdomains may send them.
 * @throws HostError `form_cross_site` (403)
 */
export function assertSameSiteForm(site: OwnSite, { headers }: Pick<PageRequest, 'headers'>): void {
  const { origin = 'null', host, 'sec-fetch-site': fetchSite } = headers;
  // Browsers released before 2023 send only Origin, which is "null" for pages with `no-referrer`.
  const isForeignOrigin = origin !== 'null' && !isOwnOrigin(site, origin, host);
  if (fetchSite === undefined ? isForeignOrigin : fetchSite === 'cross-site') throw crossSiteForm();
}

/** The site may have other host names than the configured one. But plain HTTP origins never belong to an HTTPS site. */
function isOwnOrigin(site: OwnSite, origin: string, host: string | undefined): boolean {
  return origin === site.origin || origin === `https://${host}` || (!site.secure && origin === `http://${host}`);
}

function crossSiteForm(): HostError {
  return new HostError(
    'form_cross_site',
    'This form was submitted from another site. Open the page on this site and submit it again.',
    {
      status: 403,
    },
  );
}
