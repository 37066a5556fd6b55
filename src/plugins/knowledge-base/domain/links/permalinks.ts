import type { OwnedHooks } from '../../../../hooks.js';
import type { Site } from '../../../../index.js';
import type { Article } from '../articles/article.js';
import type { ArticleStore } from '../articles/article-store.js';
import type { Category } from '../categories/category-tree.js';
import type { Links } from './links.js';
import type { PermalinkTarget } from './permalink-hooks.js';

/**
 * Permalinks of articles and categories after the `vendor_kb_permalink` filter.
 * The filter does not change where requests are answered: form actions, session returns, redirects and import lookups
 * use {@link Links}.
 */
export interface Permalinks {
  /** Returns the URL for links in pages: a path of this site, or an absolute URL of another. */
  articleHref(article: AddressedArticle): string;
  categoryHref(category: AddressedCategory): string;
  /** Returns the URL for a known path relative to the knowledge base. */
  hrefOf(type: PermalinkTarget['type'], id: number, locale: string, path: string): string;
  /** Returns the absolute URL. */
  articleUrl(article: AddressedArticle): string;
  categoryUrl(category: AddressedCategory): string;
  /** Tells whether a URL may change without a change of its target. */
  isFiltered(): boolean;
}

type AddressedArticle = Pick<Article, 'id' | 'locale' | 'slug' | 'categoryIds'>;
type AddressedCategory = Pick<Category, 'id' | 'locale' | 'path'>;

/** Creates the permalinks. Pages have hundreds of links, so without a filter no filter machinery runs. */
export function createPermalinks({
  site,
  links,
  articles: { pathOf },
  hooks,
}: {
  readonly site: Pick<Site, 'origin'>;
  readonly links: Pick<Links, 'href' | 'url'>;
  readonly articles: Pick<ArticleStore, 'pathOf'>;
  readonly hooks: Pick<OwnedHooks, 'applyFilters' | 'hasFilter'>;
}): Permalinks {
  const isFiltered = (): boolean => hooks.hasFilter('vendor_kb_permalink');
  const below = `${site.origin}/`;

  function urlOf(type: PermalinkTarget['type'], id: number, locale: string, path: string): string {
    const plain = links.url(locale, path);
    if (!isFiltered()) return plain;
    const link = hooks.applyFilters('vendor_kb_permalink', plain, { type, id, locale, path });
    return link === plain ? plain : new URL(link, below).href;
  }

  function hrefOf(type: PermalinkTarget['type'], id: number, locale: string, path: string): string {
    if (!isFiltered()) return links.href(locale, path);
    const url = urlOf(type, id, locale, path);
    return url.startsWith(below) ? url.slice(site.origin.length) : url;
  }

  return {
    isFiltered,
    hrefOf,
    articleHref: (article) => hrefOf('article', article.id, article.locale, pathOf(article)),
    categoryHref: ({ id, locale, path }) => hrefOf('category', id, locale, path),
    articleUrl: (article) => urlOf('article', article.id, article.locale, pathOf(article)),
    categoryUrl: ({ id, locale, path }) => urlOf('category', id, locale, path),
  };
}
