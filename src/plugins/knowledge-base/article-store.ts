import type { Database } from '../../index.js';
import { ARTICLE_COLUMNS, type Article, toArticle } from './article.js';
import type { Categories } from './categories.js';
import { articleNotFound } from './errors.js';
import { type ArticleSource, articlesIn, createReadOne, readArticles, readInOrder } from './read-articles.js';

/** Reads articles. */
export interface ArticleStore {
  get(id: number): Promise<Article | null>;
  /** In the order of `ids`; unknown ones are left out. */
  getMany(ids: readonly number[]): Promise<Article[]>;
  /** By its address: the primary category's path and the slug. */
  byPath(locale: string, path: string): Promise<Article | null>;
  /** Path below the knowledge base: the primary category's and the slug. */
  pathOf(article: Pick<Article, 'categoryIds' | 'slug'>): string;
}

/**
 * The article as the last save left it, kept from others until the end of the transaction: who changes it at the same
 * moment waits, and then changes what this one wrote.
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
}: ArticleSource & { readonly categories: Categories }): ArticleStore {
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
