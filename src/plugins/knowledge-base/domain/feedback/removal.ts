import type { Database } from '../../../../database.js';
import type { Versions } from '../../../../services.js';
import {
  type CountersAndMean,
  countVotes,
  lockCounters,
  type StoredVote,
  storedVotes,
  toVote,
} from '../ratings/rating-counters.js';
import { countersOf } from '../ratings/rating-summary.js';

interface RemovalParts {
  readonly db: Database;
  readonly versions: Versions;
}

/** Withdraws the votes of a key on one article and updates the counters. @returns null if there are none */
export async function removeVotesOn(
  parts: RemovalParts,
  articleId: number,
  key: string,
): Promise<(CountersAndMean & { readonly votes: readonly StoredVote[] }) | null> {
  const { db } = parts;
  return db.transaction(async () => {
    await lockCounters(db, articleId);
    const votes = await storedVotes(db, articleId, key);
    if (votes.length === 0) return null;
    const ids = votes.map(({ id }) => id);
    await db.query.deleteFrom('kb_ratings').where('id', 'in', ids).execute();
    const counted = toVote(votes.filter(({ isHeld }) => !isHeld));
    return { votes, ...(await countVotes(parts, articleId, [countersOf(counted, -1)])) };
  });
}

/** Withdraws the votes of a key on all articles. @returns the number of rows */
export async function removeVotes(parts: RemovalParts, key: string): Promise<number> {
  const rows = await parts.db.query
    .selectFrom('kb_ratings')
    .select('article_id')
    .distinct()
    .where('visitor_key', '=', key)
    .orderBy('article_id')
    .execute();
  let removed = 0;
  for (const { article_id } of rows) {
    removed += (await removeVotesOn(parts, article_id, key))?.votes.length ?? 0;
  }
  return removed;
}

/**
 * Deletes all ratings and feedback of an article within the transaction that deletes it.
 * Counters go first: a concurrent vote waits for them and then finds no article.
 */
export async function removeFeedbackOf(db: Database, articleId: number): Promise<void> {
  await db.query.deleteFrom('kb_article_figures').where('article_id', '=', articleId).execute();
  await db.query.deleteFrom('kb_ratings').where('article_id', '=', articleId).execute();
  await db.query.deleteFrom('kb_imported_votes').where('article_id', '=', articleId).execute();
  await db.query
    .deleteFrom('kb_feedback_history')
    .where('feedback_id', 'in', db.query.selectFrom('kb_feedback').select('id').where('article_id', '=', articleId))
    .execute();
  await db.query.deleteFrom('kb_feedback').where('article_id', '=', articleId).execute();
}
