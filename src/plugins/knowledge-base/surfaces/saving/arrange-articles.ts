import { json } from '../../../../database.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { GuardedArticle } from '../../domain/access/decide.js';
import type { Visibility } from '../../domain/access/visibility.js';
import { type Position, placedBetween } from '../../domain/article-order/moves.js';
import { numbersFor, orderKey } from '../../domain/article-order/numbers.js';
import type { ArticleStatus } from '../../domain/articles/article.js';
import { articlesIn } from '../../domain/articles/read-articles.js';
import { lockCategories } from '../../domain/categories/category-lock.js';
import { orderChanged } from '../../domain/errors.js';
import { type Saver, updateArticle } from './save-article.js';

/** An article in its position in a category. */
export interface OrderedArticle extends GuardedArticle {
  readonly title: string;
  readonly order: number;
  readonly status: ArticleStatus;
}

/**
 * Returns the articles whose primary category this is in reading order, without trashed ones.
 * @param visibility of the viewer; articles closed to them are left out
 */
export async function articlesInOrder(
  { db }: Pick<KnowledgeBase, 'db'>,
  categoryId: number,
  visibility: Visibility,
): Promise<OrderedArticle[]> {
  const rows = await articlesIn(db)
    .select([
      'posts.id',
      'posts.title',
      'posts.status',
      'posts.author_id',
      'posts.menu_order',
      'kb_articles.category_ids',
      'kb_articles.rule_id',
    ])
    .where('kb_articles.category_id', '=', categoryId)
    .where('posts.status', '!=', 'trash')
    .orderBy('posts.menu_order')
    .orderBy('posts.title')
    .orderBy('posts.id')
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      title: row.title,
      order: row.menu_order,
      status: row.status as ArticleStatus,
      authorId: row.author_id,
      categoryIds: json.decode(row.category_ids) as number[],
      ruleId: row.rule_id,
    }))
    .filter(visibility.admits);
}

/** Result of a reordering. */
export interface ArrangeResult {
  /** Moves that undo the change, see `withPlaced`. */
  readonly back: readonly Position[];
  /** Current order. */
  readonly articles: readonly OrderedArticle[];
}

/**
 * Reorders the articles of a category in one transaction. Articles hidden from the user keep their numbers.
 * @param seen `orderKey` of the order that the change was based on
 * @param change ids in the new order
 * @throws HostError 409 `vendor_kb_order_changed`; the errors of `updateArticle`
 */
export async function arrangeArticles(
  kb: KnowledgeBase,
  categoryId: number,
  { seen, change }: { readonly seen: string; readonly change: (ids: readonly number[]) => readonly number[] },
  saver: Saver,
): Promise<ArrangeResult> {
  const visibility = await kb.access.visibility(kb.access.viewerOf(saver.reader));
  return kb.db.transaction(async () => {
    // Serializes concurrent reordering.
    await lockCategories(kb.db, [categoryId]);
    const before = await articlesInOrder(kb, categoryId, visibility);
    if (orderKey(before) !== seen) throw orderChanged();
    const ids = before.map(({ id }) => id);
    const order = change(ids);
    if (order.join() === ids.join()) return { back: [], articles: before };
    const byId = new Map(before.map((article) => [article.id, article]));
    const ordered = order.flatMap((id) => byId.get(id) ?? []);
    const numbers = numbersFor(ordered);
    for (const article of await kb.articles.getMany([...numbers.keys()])) {
      await updateArticle(kb, article, { order: numbers.get(article.id) ?? article.menuOrder }, saver);
    }
    const articles = ordered.map((article) => ({ ...article, order: numbers.get(article.id) ?? article.order }));
    return { back: placedBetween(order, ids), articles };
  });
}
