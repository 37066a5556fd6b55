import { HostError, MAX_SLUG_LENGTH } from '../../index.js';

/** First path segments under the knowledge base that are its own pages (rulings, "addresses and import"). */
const RESERVED = new Set(['search', 'feed', 'sitemap', 'sitemap.xml', 'llms.txt', 'llms-full.txt', 'print']);

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** A language, and the script and the region that may follow it. */
const LOCALE = /^([a-z]{2,3})((?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)$/;

/**
 * Whether a slug would hide a page of the knowledge base, or all pages of a language.
 * @param locales those that are in use
 */
export function isReservedSlug(slug: string, locales: ReadonlySet<string>): boolean {
  return RESERVED.has(slug) || locales.has(slug) || isLocaleCode(slug);
}

/**
 * Whether it is the code of a language that a site may come to use: `de`, `pt-br`, `zh-hans`. Languages that are known by
 * three letters alone have the names of everyday things (`new`, `bug`, `run`): they are reserved once they are in use.
 */
function isLocaleCode(slug: string): boolean {
  const [, language = '', details = ''] = LOCALE.exec(slug) ?? [];
  const isTelling = language.length === 2 || details !== '';
  return isTelling && language !== '' && LANGUAGES.of(slug) !== undefined;
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
