import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { isListOf, isObject, onPage } from '../accepts.js';
import type { Actor, SaveContext } from './actor.js';
import type { Article, ArticleInput, ArticleStatus } from './article.js';
import type { ListFilter } from './article-query.js';

declare module '../../../../index.js' {
  interface Actions {
    /** An article was saved and the change is committed. `previous` is null for a new article. */
    vendor_kb_article_saved(article: Article, previous: Article | null, context: SaveContext): void | Promise<void>;
    /** A new article was saved. */
    vendor_kb_article_created(article: Article, context: Actor): void | Promise<void>;
    /** An article was permanently deleted. */
    vendor_kb_article_deleted(article: Article, context: Actor): void | Promise<void>;
    /** An article was moved to the trash. */
    vendor_kb_article_trashed(article: Article, context: Actor): void | Promise<void>;
    /** An article was restored from the trash. */
    vendor_kb_article_restored(article: Article, context: Actor): void | Promise<void>;
    /** The status of an article changed. `from` is `new` for a new article. */
    vendor_kb_article_status_changed(
      article: Article,
      from: ArticleStatus | 'new',
      to: ArticleStatus,
    ): void | Promise<void>;
    /** The primary category of an article changed, and its URL with it. */
    vendor_kb_article_moved(article: Article, previous: Article, context: Actor): void | Promise<void>;
    /** Fires once a day for every stale article (its review date has passed). */
    vendor_kb_article_stale(article: Article): void | Promise<void>;
    /** An article was restored to an earlier version. */
    vendor_kb_revision_restored(article: Article, version: number, context: Actor): void | Promise<void>;
  }
  interface Filters {
    /** Filters an author's input before it is validated. `id` is null for a new article. */
    vendor_kb_article_data(
      input: ArticleInput,
      context: Actor & { readonly id: number | null },
    ): ArticleInput | Promise<ArticleInput>;
    /**
     * Filters the slug generated from a title. The result is reduced to letters and digits, and numbered if it is
     * taken.
     */
    vendor_kb_slug(slug: string, article: Readonly<Pick<Article, 'title' | 'locale'>>): string;
    /** Filters the conditions of an article list over REST. Access rules apply regardless of the result. */
    vendor_kb_article_query_args(
      filter: ListFilter,
      context: { readonly viewer: User | null },
    ): ListFilter | Promise<ListFilter>;
    /** Filters the related articles shown below an article. Articles the viewer may not see are removed afterwards. */
    vendor_kb_related_articles(
      articles: Article[],
      article: Article,
      context: { readonly limit: number },
    ): Article[] | Promise<Article[]>;
  }
}

/** Defines the article hooks. A failing callback is skipped. */
export function defineArticleHooks({ define }: OwnedHooks): void {
  define('vendor_kb_article_saved', AFTERWARDS);
  define('vendor_kb_article_created', AFTERWARDS);
  define('vendor_kb_article_deleted', AFTERWARDS);
  define('vendor_kb_article_trashed', AFTERWARDS);
  define('vendor_kb_article_restored', AFTERWARDS);
  define('vendor_kb_article_status_changed', AFTERWARDS);
  define('vendor_kb_article_moved', AFTERWARDS);
  define('vendor_kb_article_stale', AFTERWARDS);
  define('vendor_kb_revision_restored', AFTERWARDS);
  define('vendor_kb_article_data', { ...onPage, kind: 'filter', accepts: isObject });
  define('vendor_kb_slug', { since: '0.1.0', decorating: true, kind: 'filter', accepts: isText });
  define('vendor_kb_article_query_args', { ...onPage, kind: 'filter', accepts: isObject });
  define('vendor_kb_related_articles', { ...onPage, kind: 'filter', accepts: isListOf(ARTICLE) });
}

const AFTERWARDS = { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' } as const;

const ARTICLE = { id: 'number', title: 'string', slug: 'string', categoryIds: 'object' };

const isText = (value: unknown): boolean => typeof value === 'string';
