import type { Database, Tables } from '../../index.js';

type Figures = Omit<Tables['kb_article_figures'], 'article_id' | 'last_viewed_at'>;

/** What is counted of an article. */
export type Figure = keyof Figures & string;

/** The row of an article that nothing has been counted of. */
export const NO_FIGURES = {
  views: 0,
  rating_count: 0,
  rating_sum: 0,
  rating_1: 0,
  rating_2: 0,
  rating_3: 0,
  rating_4: 0,
  rating_5: 0,
  helpful_yes: 0,
  helpful_no: 0,
  score_milli: 0,
  feedback: 0,
  downloads: 0,
  attachments: 0,
} as const satisfies Record<Figure, 0>;

/** Adds to counters of an article, whoever else does at the same moment; within the caller's transaction if there is one. */
export async function addFigures(
  db: Database,
  articleId: number,
  changes: Partial<Readonly<Record<Figure, number>>>,
): Promise<void> {
  const entries = Object.entries(changes) as [Figure, number][];
  await db.upsert('kb_article_figures', { ...NO_FIGURES, ...changes, article_id: articleId }, ['article_id'], (eb) =>
    Object.fromEntries(entries.map(([name, change]) => [name, eb(name, '+', change)])),
  );
}
