import type { Database } from '../../index.js';
import { ARTICLE_COLUMNS, type Article, FIGURE_COLUMNS, toArticle, toShownArticle } from './article.js';
import type { Categories } from './categories.js';
import { articleNotFound } from './errors.js';

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

function articleRows(db: Database) {
  return db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .selectAll('posts')
    .select(ARTICLE_COLUMNS);
}

/**
 * The article as the last save left it, kept from others until the end of the transaction: who changes it at the same
 * moment waits, and then changes what this one wrote.
 * @throws HostError 404 `vendor_kb_article_not_found`
 */
export async function lockArticle(db: Database, id: number): Promise<Article> {
  const row = await articleRows(db).where('kb_articles.id', '=', id).forUpdate().executeTakeFirst();
  if (row) return toArticle(row);
  throw articleNotFound(id);
}

export function createArticleStore({ db, categories }: { db: Database; categories: Categories }): ArticleStore {
  const select = () =>
    articleRows(db)
      .leftJoin('kb_article_figures', 'kb_article_figures.article_id', 'kb_articles.id')
      .select(FIGURE_COLUMNS);

  return {
    async get(id) {
      const row = await select().where('kb_articles.id', '=', id).executeTakeFirst();
      return row ? toShownArticle(row) : null;
    },
    pathOf(article) {
      const category = categories.tree().get(article.categoryIds[0] ?? 0);
      return category ? `${category.path}/${article.slug}` : article.slug;
    },
    async getMany(ids) {
      if (ids.length === 0) return [];
      const rows = await select()
        .where('kb_articles.id', 'in', [...ids])
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row ? [toShownArticle(row)] : [];
      });
    },
    async byPath(locale, path) {
      const slash = path.lastIndexOf('/');
      const category = slash === -1 ? null : categories.tree().byPath(locale, path.slice(0, slash));
      if (category === undefined) return null;
      const row = await select()
        .where('kb_articles.category_id', '=', category?.id ?? 0)
        .where('kb_articles.locale', '=', locale)
        .where('kb_articles.slug', '=', path.slice(slash + 1).normalize('NFC'))
        .executeTakeFirst();
      return row ? toShownArticle(row) : null;
    },
  };
}
