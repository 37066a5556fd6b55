import { type Database, type Selectable, utc } from '../../../../../database.js';
import type { Tables } from '../../../../../index.js';
import { groupBy } from '../../../../../utilities.js';

/** Articles ranked first for queries equivalent to `query`. */
export interface Promotion {
  /** BCP 47, lower case. */
  readonly locale: string;
  readonly query: string;
  /** Article ids, first result first. */
  readonly articles: readonly number[];
}

export interface StoredPromotion extends Promotion {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type PromotionRow = Selectable<Tables['kb_promotions']>;

/** Reads promotions with their articles, in the given order. @param rows default: all, oldest first */
export async function readPromotions(db: Database, rows?: readonly PromotionRow[]): Promise<StoredPromotion[]> {
  const promotionRows = rows ?? (await db.query.selectFrom('kb_promotions').selectAll().orderBy('id').execute());
  if (promotionRows.length === 0) return [];
  const articles = db.query.selectFrom('kb_promoted_articles').selectAll().orderBy('position');
  const ids = promotionRows.map(({ id }) => id);
  const found = await (rows ? articles.where('promotion_id', 'in', ids) : articles).execute();
  const ofPromotion = groupBy(found, ({ promotion_id }) => promotion_id);
  return promotionRows.map((row) => ({
    id: row.id,
    locale: row.locale,
    query: row.query,
    articles: (ofPromotion.get(row.id) ?? []).map(({ article_id }) => article_id),
    createdAt: utc.decode(row.created_at),
    updatedAt: utc.decode(row.updated_at),
  }));
}
