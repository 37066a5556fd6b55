import type { Database } from '../../../index.js';
import { addFigures } from '../figures.js';
import { addUp, NO_RATINGS, RATING_FIGURES, type RatingFigures } from './rating-summary.js';

/** Votes that an import brought: sums, for who gave them is known only where they were given. */
export type ImportedVotes = Omit<RatingFigures, 'rating_count' | 'rating_sum'>;

const STARS = [1, 2, 3, 4, 5] as const;
const COLUMNS = [
  ...STARS.map((stars) => `rating_${stars}` as const),
  'helpful_yes',
  'helpful_no',
] as const satisfies readonly (keyof ImportedVotes)[];

/**
 * Has an article count these votes besides those that were cast here, in place of what an earlier import brought. Within
 * a transaction that has locked its figures, or has just made the article.
 * @returns whether that changed anything
 */
export async function setImportedVotes(db: Database, articleId: number, votes: ImportedVotes): Promise<boolean> {
  const before = (await importedVotes(db, articleId)).get(articleId) ?? NO_RATINGS;
  const after = toFigures(votes);
  const change = addUp([after, negative(before)]);
  if (Object.keys(change).length === 0) return false;
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, votes[name]])) as ImportedVotes;
  await db.upsert('kb_imported_votes', { article_id: articleId, ...columns }, ['article_id'], columns);
  await addFigures(db, articleId, change);
  return true;
}

/** What imports have brought, by article: of one, or of all that have any. */
export async function importedVotes(db: Database, articleId?: number): Promise<ReadonlyMap<number, RatingFigures>> {
  let query = db.query.selectFrom('kb_imported_votes').selectAll();
  if (articleId !== undefined) query = query.where('article_id', '=', articleId);
  const rows = await query.execute();
  return new Map(rows.map(({ article_id, ...votes }) => [article_id, toFigures(votes)]));
}

function toFigures(votes: ImportedVotes): RatingFigures {
  const cast = STARS.map((stars) => [stars, votes[`rating_${stars}`]] as const);
  return {
    ...votes,
    rating_count: cast.reduce((sum, [, count]) => sum + count, 0),
    rating_sum: cast.reduce((sum, [stars, count]) => sum + stars * count, 0),
  };
}

function negative(figures: RatingFigures): Partial<RatingFigures> {
  return Object.fromEntries(RATING_FIGURES.map((name) => [name, -figures[name]]));
}
