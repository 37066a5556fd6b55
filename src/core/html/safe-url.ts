const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const IMAGE_PROTOCOLS = new Set(['http:', 'https:']);
/** Host that cannot exist (RFC 2606): a URL that resolves to it was relative. */
const BASE = 'https://relative.invalid';

/** Validated URL; `external` if it leaves the site at `origin`. */
export interface SafeUrl {
  url: string;
  external: boolean;
}

/**
 * Validates a URL written by an author. It uses the parser of browsers (WHATWG URL), so that no spelling of a scheme
 * (tabs, control characters, case) is interpreted differently by the two.
 * @param use links may also be `mailto:` and `tel:`
 * @param origin the site's own origin, whose absolute URLs are not external
 * @returns undefined when the URL must not be used
 */
export function safeUrl(value: string, use: 'link' | 'image', origin?: string): SafeUrl | undefined {
  const address = trimmed(value).replace(/[\t\n\r]/g, '');
  if (!URL.canParse(address, BASE)) return undefined;
  const parsed = new URL(address, BASE);
  const allowed = use === 'link' ? LINK_PROTOCOLS : IMAGE_PROTOCOLS;
  if (!allowed.has(parsed.protocol)) return undefined;
  if (parsed.origin === BASE) return { url: address, external: false };
  const explicit = /^[a-z]+:/i.test(address);
  const onTheWeb = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  // `//host` and `/\host` look relative but leave the site, so they are written out.
  return { url: explicit ? address : parsed.href, external: onTheWeb && parsed.origin !== origin };
}

/**
 * Strips the control characters and spaces that browsers strip at both ends. A regular expression for the end would
 * retry from every character of each run of spaces, which takes hours for a long run inside.
 */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && value.charCodeAt(start) <= 0x20) start++;
  while (end > start && value.charCodeAt(end - 1) <= 0x20) end--;
  return value.slice(start, end);
}
