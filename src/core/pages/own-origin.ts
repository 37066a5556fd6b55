import { HostError } from '../errors.js';
import type { Site } from '../site.js';
import type { PageRequest } from './router.js';

type OwnSite = Pick<Site, 'origin' | 'secure'>;

/**
 * Whether the browser says that a form came from a page of this site: a second line of defence behind nonces, and the
 * first one where there is no session to bind a nonce to. Subdomains are other sites.
 * @param options.allowsNullOrigin for pages that ask for no referrer, whose origin browsers do not name either; their
 *   nonce must be one that nobody else can get
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

/** @throws HostError `form_cross_site` (403) for a form that another site sent */
export function assertOwnOrigin(site: OwnSite, request: Pick<PageRequest, 'headers'>): void {
  if (!isFromOwnPage(site, request)) throw crossSiteForm();
}

/**
 * Refuses forms that a page of another site sent. Unlike `assertOwnOrigin`, subdomains may send them.
 * @throws HostError `form_cross_site` (403)
 */
export function assertSameSiteForm(site: OwnSite, { headers }: Pick<PageRequest, 'headers'>): void {
  const { origin = 'null', host, 'sec-fetch-site': fetchSite } = headers;
  // Browsers from before 2023 send only Origin, and "null" from pages that ask for no referrer.
  const isForeignOrigin = origin !== 'null' && !isOwnOrigin(site, origin, host);
  if (fetchSite === undefined ? isForeignOrigin : fetchSite === 'cross-site') throw crossSiteForm();
}

/** The site may have other names than the configured one; but no page over plain http is one of an https site. */
function isOwnOrigin(site: OwnSite, origin: string, host: string | undefined): boolean {
  return origin === site.origin || origin === `https://${host}` || (!site.secure && origin === `http://${host}`);
}

function crossSiteForm(): HostError {
  return new HostError('form_cross_site', 'Another site sent this form. Open the page here and send it again.', {
    status: 403,
  });
}
