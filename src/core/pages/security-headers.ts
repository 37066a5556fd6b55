import type { WayOut } from '../http/way-out.js';
import type { PageResponse } from './router.js';

/** For every response: no content type sniffing, and only the origin as referrer for other sites. */
const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/**
 * For documents: no framing by other sites (`frame-ancestors` takes precedence where supported), isolation from
 * windows of other sites, and no device features, which our pages do not use.
 */
const DOCUMENT = {
  'X-Frame-Options': 'SAMEORIGIN',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
};

const POLICY = 'Content-Security-Policy';

/**
 * Adds security headers. Headers of the page take precedence, then those the site already set on the response, then
 * ours. If there are two policies, both are sent: browsers enforce both.
 */
export function withSecurityHeaders(response: PageResponse, out: Pick<WayOut, 'header'>): PageResponse {
  const headerNames = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  const isDocument = Object.entries(response.headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /^text\/html\b/.test(String(value)),
  );
  const headers: Record<string, string | string[]> = { ...response.headers };
  for (const [name, value] of Object.entries(isDocument ? { ...ALWAYS, ...DOCUMENT } : ALWAYS)) {
    if (!headerNames.has(name.toLowerCase()) && out.header(name) === undefined) headers[name] = value;
  }
  const own = headers[POLICY];
  const ofSite = out.header(POLICY);
  if (own !== undefined && ofSite !== undefined) headers[POLICY] = [ofSite, own].flat().map(String);
  return { ...response, headers };
}
