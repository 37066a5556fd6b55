import { localeOf } from '../locale.js';

/**
 * The languages here of those that a help center names. The only one in the language of the site is the site's: `en-us`
 * belongs to the pages in `en`. What is no language is left out.
 */
export function zendeskLocales(
  records: Iterable<{ readonly locale: string }>,
  siteLocale: string,
): ReadonlyMap<string, string> {
  const names = new Set<string>();
  for (const { locale } of records) names.add(locale);
  const found = [...names].flatMap((name): [string, string][] => {
    const locale = localeOf(name);
    return locale === undefined ? [] : [[name, locale]];
  });
  const languageOf = (locale: string): string | undefined => locale.split('-')[0]?.toLowerCase();
  const ofSite = new Set(
    found.map(([, locale]) => locale).filter((each) => languageOf(each) === languageOf(siteLocale)),
  );
  return new Map(found.map(([name, locale]) => [name, ofSite.size === 1 && ofSite.has(locale) ? siteLocale : locale]));
}
