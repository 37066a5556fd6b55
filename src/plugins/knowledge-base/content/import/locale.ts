const TAG = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;

/**
 * Returns the canonical BCP 47 tag of a folder name (`pt-br` -> `pt-BR`), or undefined for other names. Three-letter
 * folders like `api` and `faq` look like languages, so the language must have a name in CLDR.
 */
export function localeOf(name: string): string | undefined {
  if (!TAG.test(name)) return undefined;
  const [canonical] = Intl.getCanonicalLocales(name.replaceAll('_', '-'));
  const language = canonical?.split('-')[0] ?? '';
  const isLanguage = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language) !== undefined;
  return isLanguage ? canonical : undefined;
}
