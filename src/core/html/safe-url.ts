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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that browsers strip
  const address = value.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g, '');
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
