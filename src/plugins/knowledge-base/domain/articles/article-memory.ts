import { LRUCache } from 'lru-cache';
import type { Database } from '../../../../database.js';
import { freezeDeep } from '../../../../utilities.js';
import { type Article, type ArticleViewRow, toShownArticle } from './article.js';

/** Maximum number of articles kept (LRU). */
const KEPT_ARTICLES = 500;
/** Maximum total characters of their texts. */
const KEPT_TEXT = 16 * 1024 * 1024;

/** Fingerprint of an article's columns except its text. Every save changes it. */
export interface ArticleState {
  readonly id: number;
  readonly state: string;
}

/** Cache of articles. The text of an article that has not been saved since is not read again. */
export interface ArticleMemory {
  /**
   * Returns articles in the order of the rows.
   * An unchanged article is the same frozen object each time.
   * @param states reads the current fingerprints; not called if any of the given `ids` is not cached
   * @param rows reads the complete articles; called only if one is not cached or has changed
   */
  read(
    states: () => Promise<readonly ArticleState[]>,
    rows: () => Promise<readonly (ArticleViewRow & ArticleState)[]>,
    ids?: readonly number[],
  ): Promise<Article[]>;
}

export function createArticleMemory(db: Pick<Database, 'isInTransaction'>): ArticleMemory {
  const cache = new LRUCache<number, { readonly state: string; readonly article: Article }>({
    max: KEPT_ARTICLES,
    maxSize: KEPT_TEXT,
    sizeCalculation: ({ article }) => article.content.length + article.excerpt.length + 1,
  });

  function recall({ id, state }: ArticleState): Article | undefined {
    const before = cache.get(id);
    return before?.state === state ? before.article : undefined;
  }

  function keep({ state, ...row }: ArticleViewRow & ArticleState): Article {
    const article = toShownArticle(row);
    freezeDeep(article);
    cache.set(article.id, { state, article });
    return article;
  }

  return {
    async read(states, rows, ids = []) {
      // Do not cache within a transaction: it may roll back, and another writer may then reach the same fingerprint.
      if (db.isInTransaction()) return (await rows()).map(toShownArticle);
      if (ids.every((id) => cache.has(id))) {
        const articles = (await states()).map(recall);
        if (articles.every((article) => article !== undefined)) return articles;
      }
      return (await rows()).map(keep);
    },
  };
}
