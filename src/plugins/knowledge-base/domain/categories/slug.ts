import { MAX_SLUG_LENGTH } from '../../../../content.js';
import { HostError } from '../../../../index.js';

/** Path segments reserved for pages of the knowledge base (rulings, "addresses and import"). */
const RESERVED = new Set(['search', 'feed', 'sitemap', 'sitemap.xml', 'llms.txt', 'llms-full.txt', 'print']);

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** A language with optional script and region. */
const LOCALE = /^([a-z]{2,3})((?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)$/;

/**
 * Tells whether a slug would hide a page of the knowledge base, or all pages of a language.
 * @param locales locales in use
 */
export function isReservedSlug(slug: string, locales: ReadonlySet<string>): boolean {
  return RESERVED.has(slug) || locales.has(slug) || isLocaleCode(slug);
}

/**
 * Tells whether it is a language code that a site may use later: `de`, `pt-br`, `zh-hans`.
 * Three-letter languages share codes with common words (`new`, `bug`, `run`): they are reserved only once in use.
 */
function isLocaleCode(slug: string): boolean {
  const [, language = '', details = ''] = LOCALE.exec(slug) ?? [];
  const isTelling = language.length === 2 || details !== '';
  return isTelling && language !== '' && LANGUAGES.of(slug) !== undefined;
}

/** Tells whether a text is a valid slug apart from its case. */
export function isSlug(slug: string): boolean {
  return (
    /^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u.test(slug.normalize('NFC').toLowerCase()) &&
    [...slug.normalize('NFC')].length <= MAX_SLUG_LENGTH
  );
}

/**
 * Validates a slug entered by a user.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export function assertSlug(slug: string): string {
  if (isSlug(slug)) return slug.normalize('NFC').toLowerCase();
  throw new HostError('vendor_kb_invalid_param', `"${slug}" is not a slug. Use letters, digits and single hyphens.`, {
    status: 400,
    params: { slug: 'slug must be letters and digits, with single hyphens between.' },
  });
}
