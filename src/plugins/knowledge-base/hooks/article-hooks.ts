import type { OwnedHooks, User } from '../../../index.js';
import type { Article, ArticleStatus } from '../article.js';
import { isListOf, onPage } from './accepts.js';

/** Who changes something, and by what means. */
export interface Actor {
  readonly user: User | null;
  readonly source: 'rest' | 'cli' | 'import' | 'admin' | 'schedule';
}

/** What brought a save about. */
export interface SaveContext extends Actor {
  /** Names of the members of the article that changed. */
  readonly changed: readonly string[];
}

declare module '../../../index.js' {
  interface Actions {
    /** An article was saved, and the change is in the database; `previous` is null for a new article. */
    vendor_kb_article_saved(article: Article, previous: Article | null, context: SaveContext): void | Promise<void>;
    /** A new article was saved. */
    vendor_kb_article_created(article: Article, context: Actor): void | Promise<void>;
    /** An article was deleted for good. */
    vendor_kb_article_deleted(article: Article, context: Actor): void | Promise<void>;
    /** An article was put into the trash. */
    vendor_kb_article_trashed(article: Article, context: Actor): void | Promise<void>;
    /** An article came back from the trash. */
    vendor_kb_article_restored(article: Article, context: Actor): void | Promise<void>;
    /** The state of an article is another one; that of a new article was `new`. */
    vendor_kb_article_status_changed(
      article: Article,
      from: ArticleStatus | 'new',
      to: ArticleStatus,
    ): void | Promise<void>;
    /** An article has another primary category, and with it another address. */
    vendor_kb_article_moved(article: Article, previous: Article, context: Actor): void | Promise<void>;
    /** Once a day for every published article that nobody vouches for any more, as long as that is so. */
    vendor_kb_article_stale(article: Article): void | Promise<void>;
    /** An article says again what it said in an earlier version. */
    vendor_kb_revision_restored(article: Article, version: number, context: Actor): void | Promise<void>;
  }
  interface Filters {
    /** What is offered below an article; articles that the viewer may not see are dropped afterwards. */
    vendor_kb_related_articles(
      articles: Article[],
      article: Article,
      context: { readonly limit: number },
    ): Article[] | Promise<Article[]>;
  }
}

/** Follows changes of articles; a callback that fails is left out. */
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
  define('vendor_kb_related_articles', { ...onPage, kind: 'filter', accepts: isListOf(ARTICLE) });
}

const AFTERWARDS = { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' } as const;

const ARTICLE = { id: 'number', title: 'string', slug: 'string', categoryIds: 'object' };
