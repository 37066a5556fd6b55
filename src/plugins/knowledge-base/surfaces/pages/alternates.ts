import type { HeadData } from '../../../../pages.js';
import type { Translation } from '../../content/views/template-data.js';
import type { Visit } from './visit.js';

/**
 * Returns the alternate language versions of a page; `x-default` is for readers of none of them.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function alternatesOf({ kb }: Pick<Visit, 'kb'>, translations: readonly Translation[]): HeadData['alternates'] {
  if (translations.length < 2) return [];
  const links = translations.map(({ locale, link }) => ({ locale, link: new URL(link, kb.site.origin).href }));
  const fallback = links.find(({ locale }) => locale === kb.site.locale.toLowerCase());
  return fallback ? [...links, { locale: 'x-default', link: fallback.link }] : links;
}
