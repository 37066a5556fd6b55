import { type Database, utc } from '../../../../database.js';
import type { PluginContext } from '../../../../index.js';
import type { OwnedLimits, RestRequest } from '../../../../rest.js';
import type { OwnedSignatures } from '../../../../services.js';
import type { Articles } from '../articles/articles.js';
import { VISITOR_LIMITS } from '../limits.js';
import type { Permalinks } from '../links/permalinks.js';
import { createHeldVotes, type HeldVotes } from '../ratings/held-votes.js';
import { RATINGS_VERSION, refreshScores } from '../ratings/rating-counters.js';
import { createRatings, type Ratings } from '../ratings/ratings.js';
import { createVoters, type Voters } from '../ratings/voter.js';
import { createFeedback, type Feedback } from './feedback.js';
import { createFeedbackMails } from './feedback-mail.js';
import { registerFeedbackPrivacy } from './privacy.js';

/** Feedback of visitors about articles: stars, helpfulness and messages. */
export interface ReaderFeedback {
  readonly voters: Voters;
  readonly ratings: Ratings;
  readonly heldVotes: HeldVotes;
  readonly feedback: Feedback;
  readonly pageTimes: PageTimes;
  /** Counts against the rate limit of a {@link Voter}. @throws HostError 429 `rest_too_many_requests` */
  assertWithinRateLimit(
    what: 'rating' | 'feedback',
    limitKeys: readonly string[],
    request: Pick<RestRequest, 'remoteAddress'>,
  ): Promise<void>;
}

export function createReaderFeedback(
  context: PluginContext,
  { articles, permalinks }: { readonly articles: Articles; readonly permalinks: Pick<Permalinks, 'articleUrl'> },
): ReaderFeedback {
  return {
    voters: createVoters(context),
    ratings: createRatings(context),
    heldVotes: createHeldVotes({ ...context, articles }),
    feedback: createFeedback({ ...context, mails: createFeedbackMails({ ...context, articles, permalinks }) }),
    pageTimes: createPageTimes(context.signatures),
    assertWithinRateLimit: (...args) => assertWithinRateLimit(context.limits, ...args),
  };
}

const NIGHTLY = '20 3 * * *';

/**
 * Starts the background jobs of ratings and feedback, and registers privacy handlers.
 * The jobs refresh the mean and delete expired data.
 */
export function startFeedbackJobs(
  context: PluginContext,
  { readerFeedback }: { readonly readerFeedback: ReaderFeedback },
): void {
  const { db, hooks, jobs, versions } = context;
  versions.watch(RATINGS_VERSION, readerFeedback.ratings.forgetMean);
  registerFeedbackPrivacy(hooks, { db, versions });
  jobs.schedule({
    name: 'kb_opinion_retention',
    title: 'Delete expired visitor keys, emails and spam',
    cron: NIGHTLY,
    run: ({ slot }) => forgetOldFeedback(db, slot),
  });
}

/**
 * Counts against a visitor's rate limit. The site's own code is exempt.
 * @throws HostError 429 `rest_too_many_requests`, with `Retry-After`
 */
async function assertWithinRateLimit(
  limits: Pick<OwnedLimits, 'require'>,
  what: keyof typeof VISITOR_LIMITS,
  limitKeys: readonly string[],
  { remoteAddress }: Pick<RestRequest, 'remoteAddress'>,
): Promise<void> {
  if (remoteAddress === undefined) return;
  for (const key of limitKeys) await limits.require(what, key, VISITOR_LIMITS[what]);
}

/** Signed render times of forms, since a nonce does not reveal its age. Forms submitted too fast come from bots. */
interface PageTimes {
  /** Returns the value of a hidden field for a form about this article. */
  stamp(articleId: number): string;
  /** Returns milliseconds since rendering; null for an invalid stamp or another article's. */
  age(stamp: unknown, articleId: number): number | null;
}

const PURPOSE = 'page-time';

/** Lifetime in seconds, longer than the nonce's, so that an expired form is reported by the nonce. */
const LIFE = 2 * 24 * 60 * 60;

export function createPageTimes(signatures: OwnedSignatures, now: () => number = Date.now): PageTimes {
  return {
    stamp: (articleId) => signatures.sign(PURPOSE, `${articleId}:${now()}`, LIFE),
    age(stamp, articleId) {
      const [article, time] = signatures.verify(PURPOSE, stamp)?.split(':') ?? [];
      return article === String(articleId) ? Math.max(0, now() - Number(time)) : null;
    },
  };
}

const DAY = 24 * 60 * 60 * 1000;

/** Retention periods ("Rating, feedback, download rules", "States"), in milliseconds. */
const RETENTION = { visitorKeys: 90 * DAY, emails: 180 * DAY, spam: 30 * DAY } as const;

const BATCH = 500;

/** Number of rows cleaned up. */
interface CleanupCounts {
  readonly keys: number;
  readonly emails: number;
  readonly spam: number;
}

/**
 * Deletes expired visitor keys, emails and spam, and updates the scores to the current mean.
 * Safe to repeat and to interrupt at any time.
 */
export async function forgetOldFeedback(db: Database, now: Date): Promise<CleanupCounts> {
  const before = (age: number): string => utc.encode(new Date(now.getTime() - age));
  const keys = await db.query
    .updateTable('kb_ratings')
    .set({ visitor_key: null })
    .where('visitor_key', 'is not', null)
    .where('updated_at', '<', before(RETENTION.visitorKeys))
    .executeTakeFirst();
  const emails = await db.query
    .updateTable('kb_feedback')
    .set({ author_email: null, consent: 0 })
    .where('author_email', 'is not', null)
    .where('created_at', '<', before(RETENTION.emails))
    .executeTakeFirst();
  const spam = await purgeSpam(db, before(RETENTION.spam));
  await refreshScores(db);
  return { keys: Number(keys.numUpdatedRows), emails: Number(emails.numUpdatedRows), spam };
}

/** Spam that a moderator reopens in the meantime stays. */
async function purgeSpam(db: Database, before: string): Promise<number> {
  let purged = 0;
  for (;;) {
    const rows = await db.query
      .selectFrom('kb_feedback')
      .select('id')
      .where('status', '=', 'spam')
      .where('updated_at', '<', before)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return purged;
    for (const { id } of rows) purged += await purgeItem(db, id, before);
  }
}

async function purgeItem(db: Database, id: number, before: string): Promise<number> {
  return db.transaction(async () => {
    const { numDeletedRows } = await db.query
      .deleteFrom('kb_feedback')
      .where('id', '=', id)
      .where('status', '=', 'spam')
      .where('updated_at', '<', before)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return 0;
    await db.query.deleteFrom('kb_feedback_history').where('feedback_id', '=', id).execute();
    return 1;
  });
}
