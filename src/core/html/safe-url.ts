const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const IMAGE_PROTOCOLS = new Set(['http:', 'https:']);
/** A host that cannot exist (RFC 2606): what still resolves to it was a relative address. */
const BASE = 'https://relative.invalid';

/** A checked address: `external` when it leaves the site that `origin` names. */
export interface SafeUrl {
  url: string;
  external: boolean;
}

/**
 * Checks an address that an author wrote with the parser that browsers use (WHATWG URL), so that no spelling of
 * a scheme (tabs, control characters, case) means one thing here and another there.
 * @param use links may also be `mailto:` and `tel:`
 * @param origin the site's own origin, whose absolute addresses are not external
 * @returns undefined when the address must not be used
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
  // `//host` and `/\host` look relative but leave the site: written out, they are what they mean.
  return { url: explicit ? address : parsed.href, external: onTheWeb && parsed.origin !== origin };
}

/**
 * Without the control characters and blanks that browsers strip at both ends. A pattern for the end would look at each
 * run of blanks from every one of its characters, which for a long run inside takes hours.
 */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && value.charCodeAt(start) <= 0x20) start++;
  while (end > start && value.charCodeAt(end - 1) <= 0x20) end--;
  return value.slice(start, end);
}
