import { type Database, utc } from '../../../../database.js';
import type { Versions } from '../../../../services.js';
import { incrementCounters } from '../articles/article-counters.js';
import { articleNotFound } from '../errors.js';
import { importedVotes } from './imported-votes.js';
import {
  addUp,
  bayesianScore,
  countersOf,
  NO_RATINGS,
  RATING_COUNTERS,
  type RatingCounter,
  type RatingCounters,
  type Vote,
} from './rating-summary.js';

/** Version row bumped when counted votes, and thus the site's mean, change. */
export const RATINGS_VERSION = 'kb_ratings';

export type RatingKind = 'value' | 'helpful';

/** A vote as stored, one row per type. */
export interface VoteRow {
  readonly kind: RatingKind;
  /** For `helpful` 0 or 1. */
  readonly value: number;
}

export interface StoredVote extends VoteRow {
  readonly id: number;
  /** Held for a moderator and not counted. */
  readonly isHeld: boolean;
  readonly createdAt: Date;
}

/**
 * Serializes changes to an article's ratings across processes.
 * Must be the first statement of a transaction, so that later reads see the previous transaction's result.
 * @throws HostError 404 `vendor_kb_article_not_found` for a deleted article
 */
export async function lockCounters(db: Database, articleId: number): Promise<void> {
  await incrementCounters(db, articleId, {});
  const article = await db.query.selectFrom('kb_articles').select('id').where('id', '=', articleId).executeTakeFirst();
  if (!article) throw articleNotFound(articleId);
}

export async function readCounters(db: Database, articleId: number): Promise<RatingCounters> {
  const row = await db.query
    .selectFrom('kb_article_figures')
    .select(RATING_COUNTERS)
    .where('article_id', '=', articleId)
    .executeTakeFirst();
  return row ?? NO_RATINGS;
}

/** Returns the site's average stars per vote; null without any. */
export async function readMean(db: Database): Promise<number | null> {
  const row = await db.query
    .selectFrom('kb_article_figures')
    .select(({ fn }) => [fn.sum<number>('rating_sum').as('sum'), fn.sum<number>('rating_count').as('count')])
    .executeTakeFirst();
  const count = Number(row?.count ?? 0);
  return count === 0 ? null : Number(row?.sum) / count;
}

/** Returns a visitor's votes on an article by visitor key. */
export async function storedVotes(db: Database, articleId: number, key: string): Promise<StoredVote[]> {
  const rows = await db.query
    .selectFrom('kb_ratings')
    .select(['id', 'kind', 'value', 'is_held', 'created_at'])
    .where('article_id', '=', articleId)
    .where('visitor_key', '=', key)
    .execute();
  return rows.map(({ id, kind, value, is_held, created_at }) => ({
    id,
    kind: kind as RatingKind,
    value,
    isHeld: is_held === 1,
    createdAt: utc.decode(created_at),
  }));
}

/** Returns the time each type of vote was first cast. */
export function castAtOf(votes: readonly Pick<StoredVote, 'kind' | 'createdAt'>[]): Partial<Record<RatingKind, Date>> {
  return Object.fromEntries(votes.map(({ kind, createdAt }) => [kind, createdAt]));
}

/** An article's counts and the site's mean at the same time. */
export interface CountersAndMean {
  readonly counters: RatingCounters;
  readonly mean: number | null;
}

/** Adds to the counts of a locked article and notifies all processes. */
export async function countVotes(
  { db, versions }: { readonly db: Database; readonly versions: Versions },
  articleId: number,
  changes: readonly Partial<Readonly<Record<RatingCounter, number>>>[],
): Promise<CountersAndMean> {
  await incrementCounters(db, articleId, addUp(changes));
  const mean = await readMean(db);
  const counters = await readCounters(db, articleId);
  await storeScore(db, articleId, counters, mean);
  await versions.bump(RATINGS_VERSION);
  return { counters, mean };
}

/** Recounts an article's votes from their rows and imported sums. */
export async function rebuildCounters(db: Database, versions: Versions, articleId: number): Promise<void> {
  await db.transaction(async () => {
    await lockCounters(db, articleId);
    const rows = await db.query
      .selectFrom('kb_ratings')
      .select(({ fn }) => ['kind', 'value', fn.countAll<number>().as('votes')])
      .where('article_id', '=', articleId)
      .where('is_held', '=', 0)
      .groupBy(['kind', 'value'])
      .execute();
    const counters = { ...((await importedVotes(db, articleId)).get(articleId) ?? NO_RATINGS) };
    for (const { kind, value, votes } of rows) {
      const counted = countersOf(toVote([{ kind: kind as RatingKind, value }]), 1);
      for (const name of RATING_COUNTERS) counters[name] += (counted[name] ?? 0) * Number(votes);
    }
    await db.query.updateTable('kb_article_figures').set(counters).where('article_id', '=', articleId).execute();
    await storeScore(db, articleId, counters, await readMean(db));
    await versions.bump(RATINGS_VERSION);
  });
}

/** Updates the sort scores of all articles to the current mean, which changes with every vote. */
export async function refreshScores(db: Database): Promise<void> {
  const mean = await readMean(db);
  const rows = await db.query
    .selectFrom('kb_article_figures')
    .select(['article_id', 'score_milli', ...RATING_COUNTERS])
    .where('rating_count', '>', 0)
    .execute();
  for (const row of rows) {
    if (row.score_milli !== scoreMilli(row, mean)) await storeScore(db, row.article_id, row, mean);
  }
}

/** Skips articles with a vote in the meantime: that vote stored its own score. */
async function storeScore(
  db: Database,
  articleId: number,
  counters: RatingCounters,
  mean: number | null,
): Promise<void> {
  await db.query
    .updateTable('kb_article_figures')
    .set({ score_milli: scoreMilli(counters, mean) })
    .where('article_id', '=', articleId)
    .where('rating_count', '=', counters.rating_count)
    .where('rating_sum', '=', counters.rating_sum)
    .execute();
}

/** Unrated articles sort after rated ones. */
function scoreMilli({ rating_count: count, rating_sum: sum }: RatingCounters, mean: number | null): number {
  return count === 0 ? 0 : Math.round(1000 * (bayesianScore({ count, sum }, mean) ?? 0));
}

/** Returns the rows of a vote by type. */
export function entriesOf({ value, helpful }: Vote): readonly VoteRow[] {
  return [
    ...(value === undefined ? [] : [{ kind: 'value', value } as const]),
    ...(helpful === undefined ? [] : [{ kind: 'helpful', value: helpful ? 1 : 0 } as const]),
  ];
}

export function toVote(rows: readonly VoteRow[]): Vote {
  return Object.assign({}, ...rows.map(({ kind, value }) => (kind === 'value' ? { value } : { helpful: value === 1 })));
}
