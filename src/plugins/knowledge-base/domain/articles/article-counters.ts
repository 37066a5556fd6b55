import type { Database } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import { NO_RATINGS } from '../ratings/rating-summary.js';

type Counters = Omit<Tables['kb_article_figures'], 'article_id' | 'last_viewed_at'>;

/** Name of a counter of an article. */
export type Counter = keyof Counters & string;

/** Counters of an article without any counts. */
export const NO_COUNTS = {
  views: 0,
  ...NO_RATINGS,
  score_milli: 0,
  feedback: 0,
  downloads: 0,
  attachments: 0,
} satisfies Record<Counter, number>;

/** Adds to an article's counters atomically, in the caller's transaction if there is one. */
export async function incrementCounters(
  db: Database,
  articleId: number,
  changes: Partial<Readonly<Record<Counter, number>>>,
): Promise<void> {
  const entries = Object.entries(changes) as [Counter, number][];
  await db.upsert('kb_article_figures', { ...NO_COUNTS, ...changes, article_id: articleId }, ['article_id'], (eb) =>
    Object.fromEntries(entries.map(([name, change]) => [name, eb(name, '+', change)])),
  );
}
