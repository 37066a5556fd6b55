import type { OwnedHooks, User } from '../../../index.js';
import type { Article, ArticleInput, ArticleStatus } from '../article.js';
import type { ListFilter } from '../article-query.js';
import type { ArticleView } from '../article-view.js';
import type { Category } from '../category-tree.js';
import type { CategoryView } from '../category-view.js';
import { isListOf, isObject, onPage } from './accepts.js';

/** Who changes something, and by what means. */
export interface Actor {
  readonly user: User | null;
  readonly source: 'rest' | 'cli' | 'import' | 'admin' | 'schedule';
  /**
   * May store HTML as it is (`unfiltered_html`); without it what could run code is taken out. Who does not say has the
   * right at a terminal, and has it not over REST and in the admin area.
   */
  readonly unfilteredHtml?: boolean | undefined;
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
    /** What a writer sets, before it is looked at: of a new article where `id` is null. */
    vendor_kb_article_data(
      input: ArticleInput,
      context: Actor & { readonly id: number | null },
    ): ArticleInput | Promise<ArticleInput>;
    /** The slug that is made of a title; of what comes back letters and digits are kept, and a number makes it free. */
    vendor_kb_slug(slug: string, article: Readonly<Pick<Article, 'title' | 'locale'>>): string;
    /** What a list over REST is narrowed by. Who may read what is not for a callback to change. */
    vendor_kb_article_query_args(
      filter: ListFilter,
      context: { readonly viewer: User | null },
    ): ListFilter | Promise<ListFilter>;
    /** An article as REST is about to show it. */
    vendor_kb_rest_article(
      view: ArticleView,
      article: Article,
      context: { readonly viewer: User | null; readonly context: 'view' | 'edit' },
    ): ArticleView | Promise<ArticleView>;
    /** A category as REST is about to show it. */
    vendor_kb_rest_category(view: CategoryView, category: Category): CategoryView;
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
  define('vendor_kb_article_data', { ...onPage, kind: 'filter', accepts: isObject });
  define('vendor_kb_slug', { since: '0.1.0', decorating: true, kind: 'filter', accepts: isText });
  define('vendor_kb_article_query_args', { ...onPage, kind: 'filter', accepts: isObject });
  define('vendor_kb_rest_article', { ...onPage, kind: 'filter', accepts: isObject });
  define('vendor_kb_rest_category', { since: '0.1.0', decorating: true, kind: 'filter', accepts: isObject });
  define('vendor_kb_related_articles', { ...onPage, kind: 'filter', accepts: isListOf(ARTICLE) });
}

const AFTERWARDS = { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' } as const;

const ARTICLE = { id: 'number', title: 'string', slug: 'string', categoryIds: 'object' };

const isText = (value: unknown): boolean => typeof value === 'string';
