import { HostError, MAX_SLUG_LENGTH } from '../../index.js';

/** First path segments under the knowledge base that are its own pages (rulings, "addresses and import"). */
const RESERVED = new Set(['search', 'feed', 'sitemap', 'print']);

/** Whether a slug would hide a page of the knowledge base or look like a locale. */
export function isReservedSlug(slug: string, locales: ReadonlySet<string>): boolean {
  return RESERVED.has(slug) || locales.has(slug);
}

/** Whether something that was written can be a slug as it is, but for its case. */
export function isSlug(slug: string): boolean {
  return (
    /^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u.test(slug.normalize('NFC').toLowerCase()) &&
    [...slug.normalize('NFC')].length <= MAX_SLUG_LENGTH
  );
}

/**
 * Checks a slug that somebody wrote.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export function assertSlug(slug: string): string {
  if (isSlug(slug)) return slug.normalize('NFC').toLowerCase();
  throw new HostError(
    'vendor_kb_invalid_param',
    `"${slug}" is no slug: use letters, digits and hyphens between them.`,
    {
      status: 400,
      params: { slug: 'slug must be letters and digits, with single hyphens between.' },
    },
  );
}
