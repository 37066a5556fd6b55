const TAG = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;

/**
 * The canonical BCP 47 tag that a folder name stands for (`pt-br` -> `pt-BR`), or undefined for other names.
 * Three-letter folders such as `api` and `faq` have the form of a language, so the language must be one that
 * CLDR knows by name.
 */
export function localeOf(name: string): string | undefined {
  if (!TAG.test(name)) return undefined;
  const [canonical] = Intl.getCanonicalLocales(name.replaceAll('_', '-'));
  const language = canonical?.split('-')[0] ?? '';
  const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language) !== undefined;
  return known ? canonical : undefined;
}
