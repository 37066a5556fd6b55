import type { OwnedHooks, Site } from '../../index.js';
import type { Article } from './article.js';
import type { ArticleStore } from './article-store.js';
import type { Category } from './category-tree.js';
import type { PermalinkTarget } from './hooks/permalink-hooks.js';
import type { Links } from './links.js';

/**
 * The addresses of articles and categories as people and machines are given them, after `vendor_kb_permalink`. Where
 * requests are answered is another matter, which no filter changes: what forms are sent to, what a session comes back to
 * and what old addresses lead to is made of {@link Links}, and so is what an import finds pages by.
 */
export interface Permalinks {
  /** For links in pages: a path of this site, or the absolute address of another. */
  articleHref(article: AddressedArticle): string;
  categoryHref(category: AddressedCategory): string;
  /** The same where the path below the knowledge base is known already. */
  hrefOf(type: PermalinkTarget['type'], id: number, locale: string, path: string): string;
  /** For clients elsewhere: with scheme and host. */
  articleUrl(article: AddressedArticle): string;
  categoryUrl(category: AddressedCategory): string;
  /** Whether an address may change without a change of what it is of. */
  isFiltered(): boolean;
}

type AddressedArticle = Pick<Article, 'id' | 'locale' | 'slug' | 'categoryIds'>;
type AddressedCategory = Pick<Category, 'id' | 'locale' | 'path'>;

/** Pages have hundreds of links: as long as nobody listens, an address costs no more than its text. */
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
