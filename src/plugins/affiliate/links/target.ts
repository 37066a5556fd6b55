import { HostError, type Site } from '../../../index.js';

/** Targets that links may lead to. */
export interface AllowedTargets {
  readonly site: Pick<Site, 'origin' | 'secure' | 'url'>;
  /** Other hosts, with the port unless it is the default; all others are refused. */
  readonly hosts: readonly string[];
}

/**
 * Whether a URL is a short link of this site in any spelling. Opening it would count a click and redirect.
 * @param shortPath path prefix of short links, such as `/go`
 */
export function isShortAddress(
  url: URL,
  { site, shortPath }: { readonly site: Pick<Site, 'href' | 'origin'>; readonly shortPath: string },
): boolean {
  if (url.origin !== site.origin) return false;
  // Reverse proxies may decode escapes and merge slashes.
  const path = unescaped(url.pathname).replace(/\/{2,}/g, '/');
  const short = site.href(shortPath);
  return path === short || path.startsWith(`${short}/`);
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const MAX_LENGTH = 2048;

/** Characters that browsers drop or convert before parsing, unlike other clients. */
const AMBIGUOUS = /[\s\p{Cc}\p{Cf}\\]/u;

/**
 * Parses the target of a link and checks that it has the site's exact origin or an allowed host. Anything that URL
 * parsers may interpret differently is refused. A path is resolved against this site.
 * @returns null for a target that is not allowed
 */
export function judgeTarget(text: string, allowed: AllowedTargets): URL | null {
  if (text === '' || text.length > MAX_LENGTH || AMBIGUOUS.test(text)) return null;
  const base = allowed.site.url('/');
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  // Checks the serialised URL as well, because that is what is sent.
  const sent = new URL(url.href);
  return isAllowed(url, allowed) && isAllowed(sent, allowed) && url.href.length <= MAX_LENGTH ? sent : null;
}

function isAllowed(url: URL, { site, hosts }: AllowedTargets): boolean {
  if (url.username !== '' || url.password !== '') return false;
  // URLs of other schemes may have the site's origin: `blob:https://...`.
  if (url.origin === site.origin) return url.protocol === new URL(site.origin).protocol;
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && !site.secure);
  return isWeb && hosts.some((host) => host.toLowerCase() === url.host);
}

/** Error for a URL that links may not lead to. */
export function invalidUrl(): HostError {
  const message =
    'Links can only lead to this site and to sites that its owner allows. Enter a URL such as https://example.org/page.';
  return new HostError('vendor_affiliate_invalid_url', message, { status: 400, params: { url: message } });
}

/** Error for a link to a short link, which would count clicks twice. */
export function shortTarget(): HostError {
  const message = 'The target cannot be an affiliate link: visitors would be counted twice. Enter the URL of the page.';
  return new HostError('vendor_affiliate_invalid_url', message, { status: 400, params: { url: message } });
}
