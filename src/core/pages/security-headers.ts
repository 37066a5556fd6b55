import type { WayOut } from '../http/way-out.js';
import type { PageResponse } from './router.js';

/** For every answer: a file is what its type says, and a link to elsewhere does not tell from which address. */
const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/**
 * For documents: not shown in frames of other sites (browsers that know the policy's `frame-ancestors` go by that), no
 * window that another site opened them in, and none of the devices that our pages have no use for.
 */
const DOCUMENT = {
  'X-Frame-Options': 'SAMEORIGIN',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
};

const POLICY = 'Content-Security-Policy';

/**
 * Adds the headers that protect pages. What a page says itself counts first, then what the site has put on the response
 * before it came to us, then ours. Of two policies none is dropped: browsers allow what both allow.
 */
export function withSecurityHeaders(answer: PageResponse, out: Pick<WayOut, 'header'>): PageResponse {
  const said = new Set(Object.keys(answer.headers).map((name) => name.toLowerCase()));
  const isDocument = Object.entries(answer.headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /^text\/html\b/.test(String(value)),
  );
  const headers: Record<string, string | string[]> = { ...answer.headers };
  for (const [name, value] of Object.entries(isDocument ? { ...ALWAYS, ...DOCUMENT } : ALWAYS)) {
    if (!said.has(name.toLowerCase()) && out.header(name) === undefined) headers[name] = value;
  }
  const own = headers[POLICY];
  const ofSite = out.header(POLICY);
  if (own !== undefined && ofSite !== undefined) headers[POLICY] = [ofSite, own].flat().map(String);
  return { ...answer, headers };
}
