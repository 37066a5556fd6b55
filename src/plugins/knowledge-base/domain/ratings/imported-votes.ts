import type { Database } from '../../../../database.js';
import { incrementCounters } from '../articles/article-counters.js';
import { addUp, NO_RATINGS, RATING_COUNTERS, type RatingCounters } from './rating-summary.js';

/** Imported votes, as sums: the voters are known only at the source. */
export type ImportedVotes = Omit<RatingCounters, 'rating_count' | 'rating_sum'>;

const STARS = [1, 2, 3, 4, 5] as const;
const COLUMNS = [
  ...STARS.map((stars) => `rating_${stars}` as const),
  'helpful_yes',
  'helpful_no',
] as const satisfies readonly (keyof ImportedVotes)[];

/**
 * Sets the imported votes of an article, replacing those of an earlier import.
 * Must run in a transaction that has locked its figures or just created the article.
 * @returns whether anything changed
 */
export async function setImportedVotes(db: Database, articleId: number, votes: ImportedVotes): Promise<boolean> {
  const before = (await importedVotes(db, articleId)).get(articleId) ?? NO_RATINGS;
  const after = toCounters(votes);
  const change = addUp([after, negative(before)]);
  if (Object.keys(change).length === 0) return false;
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, votes[name]])) as ImportedVotes;
  await db.upsert('kb_imported_votes', { article_id: articleId, ...columns }, ['article_id'], columns);
  await incrementCounters(db, articleId, change);
  return true;
}

/** Returns imported votes by article, for one or all. */
export async function importedVotes(db: Database, articleId?: number): Promise<ReadonlyMap<number, RatingCounters>> {
  let query = db.query.selectFrom('kb_imported_votes').selectAll();
  if (articleId !== undefined) query = query.where('article_id', '=', articleId);
  const rows = await query.execute();
  return new Map(rows.map(({ article_id, ...votes }) => [article_id, toCounters(votes)]));
}

function toCounters(votes: ImportedVotes): RatingCounters {
  const cast = STARS.map((stars) => [stars, votes[`rating_${stars}`]] as const);
  return {
    ...votes,
    rating_count: cast.reduce((sum, [, count]) => sum + count, 0),
    rating_sum: cast.reduce((sum, [stars, count]) => sum + stars * count, 0),
  };
}

function negative(counters: RatingCounters): Partial<RatingCounters> {
  return Object.fromEntries(RATING_COUNTERS.map((name) => [name, -counters[name]]));
}
