import type { Site } from '../../../index.js';

/** Where links may lead. */
export interface AllowedTargets {
  readonly site: Pick<Site, 'origin' | 'secure' | 'url'>;
  /** Other hosts, with the port where it is not the usual one; nothing is allowed but what is written here. */
  readonly hosts: readonly string[];
}

/**
 * Whether an address of this site is a short one, in whatever way it is written: opening it counts a click and leads on.
 * @param shortPath path of the short addresses below the host, such as `/go`
 */
export function isShortAddress(
  url: URL,
  { site, shortPath }: { readonly site: Pick<Site, 'href' | 'origin'>; readonly shortPath: string },
): boolean {
  if (url.origin !== site.origin) return false;
  // Servers in front of the host may resolve escapes and doubled slashes.
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

const LONGEST = 2048;
/** Browsers drop or turn some of these before they look at the rest, and programs do not. */
const AMBIGUOUS = /[\s\p{Cc}\p{Cf}\\]/u;

/**
 * The address that a text means, where a link may lead there: of this very origin, or of an allowed host. Anything that
 * readers of addresses may understand differently is refused. A path is one of this site.
 * @returns null for a target that is not allowed
 */
export function judgeTarget(text: string, allowed: AllowedTargets): URL | null {
  if (text === '' || text.length > LONGEST || AMBIGUOUS.test(text)) return null;
  const base = allowed.site.url('/');
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  // What is sent is the address as it is written out, so that is what has to be allowed.
  const sent = new URL(url.href);
  return isAllowed(url, allowed) && isAllowed(sent, allowed) && url.href.length <= LONGEST ? sent : null;
}

function isAllowed(url: URL, { site, hosts }: AllowedTargets): boolean {
  if (url.username !== '' || url.password !== '') return false;
  // Addresses of other kinds may have an origin of ours: `blob:https://...`.
  if (url.origin === site.origin) return url.protocol === new URL(site.origin).protocol;
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && !site.secure);
  return isWeb && hosts.some((host) => host.toLowerCase() === url.host);
}
