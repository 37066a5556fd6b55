import type { PluginContext } from '../../../../index.js';
import type { OwnedLimits, RestRequest } from '../../../../rest.js';
import type { Articles } from '../articles/articles.js';
import { VISITOR_LIMITS } from '../limits.js';
import type { Permalinks } from '../links/permalinks.js';
import { createHeldVotes, type HeldVotes } from '../ratings/held-votes.js';
import { RATINGS_VERSION } from '../ratings/rating-counters.js';
import { createRatings, type Ratings } from '../ratings/ratings.js';
import { createVoters, type Visitor, type Voters } from '../ratings/voter.js';
import { createFeedback, type Feedback } from './feedback.js';
import { createFeedbackMails } from './feedback-mail.js';
import { createPageTimes, type PageTimes } from './page-time.js';
import { registerFeedbackPrivacy } from './privacy.js';
import { forgetOldFeedback } from './retention.js';

/** Feedback of visitors about articles: stars, helpfulness and messages. */
export interface ReaderFeedback {
  readonly voters: Voters;
  readonly ratings: Ratings;
  readonly held: HeldVotes;
  readonly feedback: Feedback;
  readonly pageTimes: PageTimes;
  /** Counts against a visitor's rate limit. @throws HostError 429 `rest_too_many_requests` */
  assertWithinRateLimit(
    what: 'rating' | 'feedback',
    visitor: Visitor,
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
    held: createHeldVotes({ ...context, articles }),
    feedback: createFeedback({ ...context, mails: createFeedbackMails({ ...context, articles, permalinks }) }),
    pageTimes: createPageTimes(context.signatures),
    assertWithinRateLimit: (...asked) => assertWithinRateLimit(context.limits, ...asked),
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
  { key }: Visitor,
  { remoteAddress }: Pick<RestRequest, 'remoteAddress'>,
): Promise<void> {
  if (remoteAddress !== undefined) await limits.require(what, key, VISITOR_LIMITS[what]);
}
