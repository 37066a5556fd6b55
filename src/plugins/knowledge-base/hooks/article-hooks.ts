import type { OwnedHooks, User } from '../../../index.js';
import type { Article } from '../article.js';
import { isListOf, onPage } from './accepts.js';

/** What brought a change about. */
export interface SaveContext {
  readonly user: User | null;
  readonly source: 'rest' | 'cli' | 'import' | 'admin';
  /** Names of the members of the article that changed. */
  readonly changed: readonly string[];
}

declare module '../../../index.js' {
  interface Actions {
    /** An article was saved, and the change is in the database; `previous` is null for a new article. */
    vendor_kb_article_saved(article: Article, previous: Article | null, context: SaveContext): void | Promise<void>;
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
  define('vendor_kb_article_saved', { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
  define('vendor_kb_related_articles', { ...onPage, kind: 'filter', accepts: isListOf(ARTICLE) });
}

const ARTICLE = { id: 'number', title: 'string', slug: 'string', categoryIds: 'object' };
