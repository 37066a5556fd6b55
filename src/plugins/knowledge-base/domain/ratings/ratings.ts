import { type Database, utc } from '../../../../database.js';
import type { OwnedHooks } from '../../../../hooks.js';
import { HostError } from '../../../../index.js';
import type { OwnedLimits } from '../../../../rest.js';
import type { Versions } from '../../../../services.js';
import type { Outbox } from '../../../../webhooks.js';
import { type Article, isPublic } from '../articles/article.js';
import type { Rating } from '../feedback/feedback-hooks.js';
import { removeVotesOn } from '../feedback/removal.js';
import { createFresh } from '../lazy-value.js';
import { mustHold, type VoteOrigin } from './held-votes.js';
import {
  castAtOf,
  countVotes,
  entriesOf,
  lockCounters,
  readCounters,
  readMean,
  rebuildCounters,
  type StoredVote,
  storedVotes,
  toVote,
  type VoteRow,
} from './rating-counters.js';
import {
  countersOf,
  type RatingCounter,
  type RatingCounters,
  type RatingSummary,
  ratingSummary,
  type Vote,
} from './rating-summary.js';
import type { Visitor } from './voter.js';

export interface RatingChange {
  readonly summary: RatingSummary;
  /** The visitor's previous vote; null for none. */
  readonly previous: Vote | null;
}

/** Stores votes on articles. Callers check that the article may be read. */
export interface Ratings {
  /**
   * Casts or changes the visitor's vote. Members absent from `vote` stay.
   * @throws HostError 403 `vendor_kb_own_article`, `vendor_kb_rating_not_allowed`; 404 for an article deleted in the
   *   meantime
   */
  rate(article: Article, vote: Vote, visitor: Visitor, origin: VoteOrigin): Promise<RatingChange>;
  /** Withdraws the visitor's vote, if any. */
  withdraw(article: Article, visitor: Visitor): Promise<RatingChange>;
  /** Tells whether this visitor may rate the article. */
  isAllowed(article: Article, visitor: Visitor | null): Promise<boolean>;
  /**
   * Returns the totals, from the figures read with the article if present.
   * @param visitor visitor whose vote is included; null for none
   */
  summary(article: RatedArticle, visitor: Visitor | null): Promise<RatingSummary>;
  /** Returns the mean of all stars on the site, used for scores; null without any. */
  mean(): Promise<number | null>;
  /** Returns a visitor's vote on an article. */
  voteOf(articleId: number, key: string): Promise<Vote | null>;
  /** Recounts the votes of all articles from their rows. @returns the number of articles */
  recount(): Promise<number>;
  /** Clears the cached mean of the site. */
  forgetMean(): void;
}

/** An article with its counts, if known. */
export type RatedArticle = Pick<Article, 'id'> & { readonly counters?: RatingCounters | undefined };

export interface RatingsParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly outbox: Outbox;
  readonly versions: Versions;
  readonly limits: OwnedLimits;
}

export function createRatings(parts: RatingsParts): Ratings {
  const { db, hooks, outbox, versions, limits } = parts;
  const mean = createFresh(() => readMean(db));

  const isAllowed = (article: Article, visitor: Visitor | null): Promise<boolean> =>
    hooks.applyFiltersAsync('vendor_kb_rating_allowed', isPublic(article), article, visitor);

  async function assertAllowed(article: Article, visitor: Visitor): Promise<void> {
    if (isOwn(article, visitor)) {
      throw new HostError('vendor_kb_own_article', 'Authors cannot rate their own articles.', {
        status: 403,
      });
    }
    if (await isAllowed(article, visitor)) return;
    throw new HostError('vendor_kb_rating_not_allowed', 'This article cannot be rated.', { status: 403 });
  }

  /** Stores a vote. @returns the changes of the counters */
  async function store(
    article: Article,
    { kind, value }: VoteRow,
    visitor: Visitor,
    { before, isHeld }: { readonly before: StoredVote | undefined; readonly isHeld: boolean },
  ): Promise<Partial<Record<RatingCounter, number>>[]> {
    const now = utc.encode(new Date());
    const row = { value, article_version: article.version, updated_at: now };
    if (before) {
      await db.query.updateTable('kb_ratings').set(row).where('id', '=', before.id).execute();
    } else {
      await db.query
        .insertInto('kb_ratings')
        .values({
          ...row,
          article_id: article.id,
          kind,
          visitor_key: visitor.key,
          is_held: isHeld ? 1 : 0,
          created_at: now,
        })
        .execute();
    }
    if (before?.isHeld ?? isHeld) return [];
    return [...(before ? [countersOf(toVote([before]), -1)] : []), countersOf(toVote([{ kind, value }]), 1)];
  }

  async function voteOf(articleId: number, key: string): Promise<Vote | null> {
    const votes = await storedVotes(db, articleId, key);
    return votes.length === 0 ? null : toVote(votes);
  }

  async function summary({ id, counters }: RatedArticle, visitor: Visitor | null): Promise<RatingSummary> {
    const [counted, siteMean, mine] = await Promise.all([
      counters ?? readCounters(db, id),
      mean.get(),
      visitor && voteOf(id, visitor.key),
    ]);
    return ratingSummary(id, counted, siteMean, mine);
  }

  return {
    voteOf,
    summary,
    mean: mean.get,
    isAllowed: async (article, visitor) => !isOwn(article, visitor) && (await isAllowed(article, visitor)),
    async rate(article, vote, visitor, origin) {
      await assertAllowed(article, visitor);
      const isKnown = (await storedVotes(db, article.id, visitor.key)).length > 0;
      const mustWait = !isKnown && (await mustHold(origin, limits));
      return db.transaction(async () => {
        await lockCounters(db, article.id);
        const votes = await storedVotes(db, article.id, visitor.key);
        // If a visitor's earlier vote is held, all of it is held.
        const isHeld = votes[0]?.isHeld ?? mustWait;
        const changes: Partial<Record<RatingCounter, number>>[] = [];
        for (const row of entriesOf(vote)) {
          const before = votes.find(({ kind }) => kind === row.kind);
          changes.push(...(await store(article, row, visitor, { before, isHeld })));
        }
        const previous = votes.length === 0 ? null : toVote(votes);
        const mine = { ...previous, ...vote };
        const counted = await countVotes(parts, article.id, changes);
        const of = (own: Vote | null): RatingSummary => ratingSummary(article.id, counted.counters, counted.mean, own);
        const castAt = castAtOf(await storedVotes(db, article.id, visitor.key));
        const rating: Rating = { ...mine, articleId: article.id, visitorKey: visitor.key, held: isHeld, castAt };
        await outbox.announce('vendor_kb_rating_submitted', rating, of(null), article, { previous });
        return { summary: of(mine), previous };
      });
    },
    async withdraw(article, visitor) {
      return db.transaction(async () => {
        const removed = await removeVotesOn(parts, article.id, visitor.key);
        const [first] = removed?.votes ?? [];
        if (!removed || !first) return { summary: await summary({ id: article.id }, null), previous: null };
        const left = ratingSummary(article.id, removed.counters, removed.mean, null);
        const previous = toVote(removed.votes);
        const about = { articleId: article.id, visitorKey: visitor.key, castAt: castAtOf(removed.votes) };
        const rating: Rating = { ...previous, ...about, held: first.isHeld };
        await outbox.announce('vendor_kb_rating_withdrawn', rating, left, article);
        return { summary: left, previous };
      });
    },
    async recount() {
      const rows = await db.query
        .selectFrom('kb_articles')
        .select('id')
        .where((eb) =>
          eb.or([
            eb('id', 'in', eb.selectFrom('kb_ratings').select('article_id')),
            eb('id', 'in', eb.selectFrom('kb_article_figures').select('article_id')),
          ]),
        )
        .orderBy('id')
        .execute();
      for (const { id } of rows) await rebuildCounters(db, versions, id);
      return rows.length;
    },
    forgetMean: mean.invalidate,
  };
}

function isOwn(article: Article, visitor: Visitor | null): boolean {
  return visitor?.user !== undefined && visitor?.user !== null && visitor.user.id === article.authorId;
}
