import type { Database } from '../../../../database.js';
import type { CategoryTree } from '../categories/category-tree.js';
import { articleNotFound } from '../errors.js';
import { ARTICLE_COLUMNS, type Article, toArticle } from './article.js';
import { type ArticleSource, articlesIn, createReadOne, readArticles, readInOrder } from './read-articles.js';

/** Reads articles. */
export interface ArticleStore {
  get(id: number): Promise<Article | null>;
  /** Returns the articles in the order of `ids`. Unknown ids are left out. */
  getMany(ids: readonly number[]): Promise<Article[]>;
  /** Finds an article by its path: the primary category's path and the slug. */
  byPath(locale: string, path: string): Promise<Article | null>;
  /** Returns the path relative to the knowledge base: the primary category's path and the slug. */
  pathOf(article: Pick<Article, 'categoryIds' | 'slug'>): string;
}

/**
 * Locks an article until the end of the transaction and returns its latest saved state.
 * A concurrent writer waits and then sees this transaction's changes.
 * @throws HostError 404 `vendor_kb_article_not_found`
 */
export async function lockArticle(db: Database, id: number): Promise<Article> {
  const row = await articlesIn(db)
    .selectAll('posts')
    .select(ARTICLE_COLUMNS)
    .where('kb_articles.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row) return toArticle(row);
  throw articleNotFound(id);
}

export function createArticleStore({
  categories,
  ...source
}: ArticleSource & { readonly categories: { tree(): CategoryTree } }): ArticleStore {
  return {
    get: createReadOne(source),
    pathOf(article) {
      const category = categories.tree().get(article.categoryIds[0] ?? 0);
      return category ? `${category.path}/${article.slug}` : article.slug;
    },
    getMany: (ids) => readInOrder(source, ids),
    async byPath(locale, path) {
      const slash = path.lastIndexOf('/');
      const category = slash === -1 ? null : categories.tree().byPath(locale, path.slice(0, slash));
      if (category === undefined) return null;
      const [article] = await readArticles(source, (query) =>
        query
          .where('kb_articles.category_id', '=', category?.id ?? 0)
          .where('kb_articles.locale', '=', locale)
          .where('kb_articles.slug', '=', path.slice(slash + 1).normalize('NFC')),
      );
      return article ?? null;
    },
  };
}
