import type { JsonSchema } from '../../../../../rest.js';
import { FEEDBACK_TYPES } from '../../../domain/feedback/feedback-item.js';
import { FEEDBACK_STATUSES } from '../../../domain/feedback/feedback-states.js';
import { id, links, list, locale, moment, record } from './members.js';

const count = { type: 'integer', minimum: 0 } as const;
const momentOrNull = { ...moment, type: ['string', 'null'] } as const;

const summaryMembers = {
  article_id: id,
  count: { ...count, description: 'Number of star ratings, without held votes.' },
  average: {
    type: ['number', 'null'],
    minimum: 1,
    maximum: 5,
    description: 'Average with two decimals; null without stars.',
  },
  distribution: record(null, 'Number of votes per star.', {
    1: count,
    2: count,
    3: count,
    4: count,
    5: count,
  }),
  helpful: record(null, 'Answers to "Was this helpful?".', {
    yes: count,
    no: count,
    percent: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 100,
      description: 'Share of positive answers; null without answers.',
    },
  }),
  score: {
    type: ['number', 'null'],
    description:
      "Bayesian average for sorting: (10 * m + sum) / (10 + count), where m is the site's mean. Null without any ratings.",
  },
} as const;

const vote = {
  type: ['object', 'null'],
  properties: {
    value: { type: 'integer', minimum: 1, maximum: 5, description: 'Stars.' },
    helpful: { type: 'boolean' },
  },
} as const;

/** Ratings shown with an article. */
export const ARTICLE_RATING: JsonSchema = record(null, 'Rating summary.', summaryMembers);

const ownMembers = {
  ...summaryMembers,
  mine: { ...vote, description: 'Vote of the caller; null: none.' },
} as const;

export const RATING_SUMMARY: JsonSchema = record('RatingSummary', 'Ratings of an article.', ownMembers);

export const RATING_CHANGE: JsonSchema = record('RatingChange', 'Ratings of an article after a vote.', {
  ...ownMembers,
  previous: { ...vote, description: 'Previous vote of the caller; null: none.' },
});

export const HELD_VOTES: JsonSchema = list(
  record('HeldVote', 'Held vote.', {
    id,
    article_id: id,
    kind: { type: 'string', enum: ['value', 'helpful'] },
    value: { type: ['integer', 'boolean'], description: 'Stars, or whether it helped.' },
    created_at: moment,
    _links: links,
  }),
);

const decided = list(id, 'IDs of votes that were held until this call.');

export const DECIDED_VOTES: JsonSchema = record('DecidedVotes', 'Results for held votes.', {
  released: decided,
  discarded: decided,
});

/** Response to a visitor's own message. */
export const FEEDBACK_RECEIPT: JsonSchema = record('FeedbackReceipt', 'Accepted feedback.', {
  id,
  status: { type: 'string', enum: ['new'] },
});

const status = { type: 'string', enum: FEEDBACK_STATUSES } as const;
const idOrNull = { type: ['integer', 'null'] } as const;
const textOrNull = { type: ['string', 'null'] } as const;

/** Schema of a feedback item, see `FeedbackView`. */
export const FEEDBACK: JsonSchema = record('Feedback', 'Feedback on an article.', {
  id,
  article_id: id,
  article_version: { type: 'integer', minimum: 1, description: 'Version that the author read.' },
  type: { type: 'string', enum: FEEDBACK_TYPES },
  message: { type: 'string', description: 'Plain text.' },
  status,
  rating: { ...idOrNull, description: 'Star rating of the author at that time.' },
  author: record(null, 'Author, if known.', {
    id: { ...id, required: false },
    name: { type: 'string', required: false },
    email: { ...textOrNull, required: false, description: 'Only with context=edit.' },
  }),
  locale,
  page_url: textOrNull,
  assigned_to: { ...idOrNull, description: 'ID of a moderator.' },
  note: { ...textOrNull, description: 'Note for moderators.' },
  fixed_version: { ...idOrNull, description: 'Version of the article with the fix.' },
  created_at: moment,
  updated_at: moment,
  resolved_at: momentOrNull,
  history: {
    ...list(
      record('FeedbackEvent', 'Status change.', {
        at: moment,
        by: { ...idOrNull, description: 'ID of the moderator; null: unknown.' },
        from: status,
        to: status,
        note: textOrNull,
      }),
      'Oldest first; only with context=edit.',
    ),
    required: false,
  },
  spam_score: { type: 'integer', minimum: 0, maximum: 100, required: false, description: 'Only with context=edit.' },
  _links: links,
});
