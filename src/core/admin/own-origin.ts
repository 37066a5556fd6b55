import { HostError } from '../errors.js';
import type { PageRequest } from '../pages/router.js';
import type { Site } from '../site.js';

/**
 * Second line of defence behind nonces: the browser's own word on where a form came from.
 * @throws HostError `form_cross_site` (403) for a form that another site sent, its subdomains included
 */
export function assertOwnOrigin(site: Site, { headers }: Pick<PageRequest, 'headers'>): void {
  const { origin, host } = headers;
  const isForeign = origin !== undefined && origin !== site.origin && !origin.endsWith(`://${host}`);
  const fetchSite = headers['sec-fetch-site'] ?? 'none';
  if (!isForeign && (fetchSite === 'same-origin' || fetchSite === 'none')) return;
  throw new HostError('form_cross_site', 'Another site sent this form. Open the page here and send it again.', {
    status: 403,
  });
}
