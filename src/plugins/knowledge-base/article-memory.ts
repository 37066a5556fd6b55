import { LRUCache } from 'lru-cache';
import { type Database, freezeDeep } from '../../index.js';
import { type Article, type ShownRow, toShownArticle } from './article.js';

/** Of so many articles, those that were asked for last. */
const KEPT_ARTICLES = 500;
/** Characters of all their texts together. */
const KEPT_TEXT = 16 * 1024 * 1024;

/** What tells whether an article is as it was: all but its texts, every save of which shows in the rest. */
export interface ArticleState {
  readonly id: number;
  readonly state: string;
}

/** Articles as they were last read: the text of one that was not saved since need not be read again. */
export interface ArticleMemory {
  /**
   * Articles to be shown, in the order of the rows. The same article is the same object until something about it is
   * another; nobody may change it.
   * @param states reads how they are by now; not asked for where one of `ids`, if they are known, was not read before
   * @param rows reads the same articles whole: only where one was not read before, or has changed since
   */
  read(
    states: () => Promise<readonly ArticleState[]>,
    rows: () => Promise<readonly (ShownRow & ArticleState)[]>,
    ids?: readonly number[],
  ): Promise<Article[]>;
}

export function createArticleMemory(db: Pick<Database, 'isInTransaction'>): ArticleMemory {
  const known = new LRUCache<number, { readonly state: string; readonly article: Article }>({
    max: KEPT_ARTICLES,
    maxSize: KEPT_TEXT,
    sizeCalculation: ({ article }) => article.content.length + article.excerpt.length + 1,
  });

  function recall({ id, state }: ArticleState): Article | undefined {
    const before = known.get(id);
    return before?.state === state ? before.article : undefined;
  }

  function keep({ state, ...row }: ShownRow & ArticleState): Article {
    const article = toShownArticle(row);
    freezeDeep(article);
    known.set(article.id, { state, article });
    return article;
  }

  return {
    async read(states, rows, ids = []) {
      // What a transaction has written may be undone, and then be written by somebody else in the same form.
      if (db.isInTransaction()) return (await rows()).map(toShownArticle);
      if (ids.every((id) => known.has(id))) {
        const articles = (await states()).map(recall);
        if (articles.every((article) => article !== undefined)) return articles;
      }
      return (await rows()).map(keep);
    },
  };
}
