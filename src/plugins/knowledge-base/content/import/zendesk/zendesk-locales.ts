import { localeOf } from '../locale.js';

/**
 * Maps the help center's locales to ours. If only one has the site's language, it becomes the site's locale: `en-us`
 * becomes `en`. Unknown locales are omitted.
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
