import type { Article } from '../../domain/articles/article.js';
import type { Crumb } from '../../domain/categories/breadcrumbs.js';
import type { JsonLd } from './page-hooks.js';
import type { Visit } from './visit.js';

const CONTEXT = 'https://schema.org';

/** Builds schema.org/TechArticle. */
export function techArticle({ locale }: Visit, article: Article, url: string): JsonLd {
  const description = article.seo.description || article.excerpt;
  return {
    '@context': CONTEXT,
    '@type': 'TechArticle',
    headline: article.title,
    ...(description ? { description } : {}),
    inLanguage: locale,
    datePublished: article.publishedAt?.toISOString(),
    dateModified: article.modifiedAt.toISOString(),
    url,
  };
}

/** Builds schema.org/BreadcrumbList, starting at the home page. */
export function breadcrumbList({ kb, locale, strings }: Visit, crumbs: readonly Crumb[]): JsonLd {
  const steps = [{ label: strings.text('nav.label'), url: kb.links.href(locale) }, ...crumbs];
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(URL.canParse(url, kb.site.origin) ? { item: new URL(url, kb.site.origin).href } : {}),
    })),
  };
}

/** Builds schema.org/WebSite with this locale's search. */
export function webSite({ kb, locale, strings }: Visit): JsonLd {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: `${kb.site.name}: ${strings.text('nav.label')}`,
    inLanguage: locale,
    url: kb.links.url(locale),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${kb.links.url(locale, 'search')}?q={query}` },
      'query-input': 'required name=query',
    },
  };
}
