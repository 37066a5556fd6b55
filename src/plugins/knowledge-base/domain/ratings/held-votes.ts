import { type Database, type Selectable, utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import { networkKey } from '../../../../pages.js';
import type { OwnedLimits } from '../../../../rest.js';
import type { Versions } from '../../../../services.js';
import type { Outbox } from '../../../../webhooks.js';
import type { ArticleIds } from '../access/readable-articles.js';
import type { Articles } from '../articles/articles.js';
import type { Rating } from '../feedback/feedback-hooks.js';
import { castAtOf, countVotes, lockCounters, type RatingKind, toVote } from './rating-counters.js';
import { countersOf } from './rating-summary.js';

/** Origin of a vote, used to detect abuse. */
export interface VoteOrigin {
  readonly remoteAddress?: string | undefined;
  /** Milliseconds that the form's page was open. Null if the form does not say; undefined for votes without a form. */
  readonly pageAge?: number | null;
}

/** Minimum reading time in milliseconds. Faster votes are held. */
const MIN_READING_TIME = 20_000;
/** Maximum new votes per network within the window. Further ones are held for a moderator. */
const NETWORK_LIMIT = { max: 9, window: '10m' } as const;

/**
 * Tells whether a new vote is held for a moderator.
 * Held are votes from a page open for less than 20 seconds, and the tenth and later votes of a network (/24, /64)
 * within ten minutes ("Rating, feedback, download rules").
 */
export async function mustHold({ remoteAddress, pageAge }: VoteOrigin, limits: OwnedLimits): Promise<boolean> {
  if (pageAge === null || (pageAge !== undefined && pageAge < MIN_READING_TIME)) return true;
  // Calls from within the process have no network.
  if (remoteAddress === undefined) return false;
  const { allowed } = await limits.consume('votes-of-network', networkKey(remoteAddress), NETWORK_LIMIT);
  return !allowed;
}

/** A held vote, without the visitor's identity. */
export interface HeldVote {
  readonly id: number;
  readonly articleId: number;
  readonly kind: RatingKind;
  /** 1 to 5; for `helpful` 0 or 1. */
  readonly value: number;
  readonly createdAt: Date;
  /** Empty once it was erased. */
  readonly visitorKey: string;
}

/** Votes held for moderation, limited to articles that the moderator may read. */
export interface HeldVotes {
  /** Lists the votes, oldest first. */
  list(
    articles: ArticleIds,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ votes: HeldVote[]; total: number }>;
  /** Counts held votes. @returns ids that this call released */
  release(articles: ArticleIds, ids: readonly number[]): Promise<number[]>;
  /** Deletes held votes. @returns ids that this call deleted */
  discard(articles: ArticleIds, ids: readonly number[]): Promise<number[]>;
}

export function createHeldVotes(parts: {
  readonly db: Database;
  readonly versions: Versions;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly articles: Pick<Articles, 'get'>;
}): HeldVotes {
  const { db, outbox } = parts;
  const heldOn = (articles: ArticleIds) =>
    db.query.selectFrom('kb_ratings').where('is_held', '=', 1).where('article_id', 'in', articles);

  async function waiting(articles: ArticleIds, ids: readonly number[]): Promise<HeldVote[]> {
    if (ids.length === 0) return [];
    const rows = await heldOn(articles)
      .selectAll()
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
    return rows.map(toHeldVote);
  }

  /** The condition on `is_held` lets only one of two moderators win. */
  async function releaseOne({ id, articleId, kind, value, createdAt, visitorKey }: HeldVote): Promise<boolean> {
    return db.transaction(async () => {
      await lockCounters(db, articleId);
      const { numUpdatedRows } = await db.query
        .updateTable('kb_ratings')
        .set({ is_held: 0 })
        .where('id', '=', id)
        .where('is_held', '=', 1)
        .where('value', '=', value)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const vote = toVote([{ kind, value }]);
      await countVotes(parts, articleId, [countersOf(vote, 1)]);
      const castAt = castAtOf([{ kind, createdAt }]);
      const rating: Rating = { ...vote, articleId, visitorKey, held: false, castAt };
      const article = await parts.articles.get(articleId);
      if (article) await outbox.announce('vendor_kb_rating_released', rating, article);
      return true;
    });
  }

  async function discardOne({ id }: HeldVote): Promise<boolean> {
    const { numDeletedRows } = await db.query
      .deleteFrom('kb_ratings')
      .where('id', '=', id)
      .where('is_held', '=', 1)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async function each(
    articles: ArticleIds,
    ids: readonly number[],
    decide: (vote: HeldVote) => Promise<boolean>,
  ): Promise<number[]> {
    const decided: number[] = [];
    for (const vote of await waiting(articles, ids)) if (await decide(vote)) decided.push(vote.id);
    return decided;
  }

  return {
    async list(articles, { limit, offset }) {
      const [rows, count] = await Promise.all([
        heldOn(articles).selectAll().orderBy('id').limit(limit).offset(offset).execute(),
        heldOn(articles)
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirst(),
      ]);
      return { votes: rows.map(toHeldVote), total: Number(count?.total ?? 0) };
    },
    release: (articles, ids) => each(articles, ids, releaseOne),
    discard: (articles, ids) => each(articles, ids, discardOne),
  };
}

function toHeldVote(row: Selectable<Tables['kb_ratings']>): HeldVote {
  const { id, article_id, kind, value, created_at, visitor_key } = row;
  const vote = { id, articleId: article_id, kind: kind as RatingKind, value, createdAt: utc.decode(created_at) };
  return { ...vote, visitorKey: visitor_key ?? '' };
}
