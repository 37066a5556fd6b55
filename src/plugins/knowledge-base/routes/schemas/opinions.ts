import type { JsonSchema } from '../../../../index.js';
import { FEEDBACK_TYPES } from '../../opinions/feedback-item.js';
import { FEEDBACK_STATUSES } from '../../opinions/feedback-states.js';
import { id, links, list, locale, moment, record } from './members.js';

const count = { type: 'integer', minimum: 0 } as const;
const momentOrNull = { ...moment, type: ['string', 'null'] } as const;

const summaryMembers = {
  article_id: id,
  count: { ...count, description: 'Stars given; votes that wait for a moderator are not in here.' },
  average: { type: ['number', 'null'], minimum: 1, maximum: 5, description: 'Two decimals; null without stars.' },
  distribution: record(null, 'How often each number of stars was given.', {
    1: count,
    2: count,
    3: count,
    4: count,
    5: count,
  }),
  helpful: record(null, 'Whether it helped.', {
    yes: count,
    no: count,
    percent: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 100,
      description: 'Of those who said; null for nobody.',
    },
  }),
  score: {
    type: ['number', 'null'],
    description:
      'To order by: (10 * m + sum) / (10 + count), where m is the mean of the site. Null while nothing is rated at all.',
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
export const ARTICLE_RATING: JsonSchema = record(null, 'What readers think of it.', summaryMembers);

const ownMembers = {
  ...summaryMembers,
  mine: { ...vote, description: 'What the caller has voted; null for nothing.' },
} as const;

export const RATING_SUMMARY: JsonSchema = record('RatingSummary', 'What readers think of an article.', ownMembers);

export const RATING_CHANGE: JsonSchema = record('RatingChange', 'The ratings of an article after a vote.', {
  ...ownMembers,
  previous: { ...vote, description: 'What the caller had voted before; null for nothing.' },
});

export const HELD_VOTES: JsonSchema = list(
  record('HeldVote', 'A vote that waits for a moderator.', {
    id,
    article_id: id,
    kind: { type: 'string', enum: ['value', 'helpful'] },
    value: { type: ['integer', 'boolean'], description: 'Stars, or whether it helped.' },
    created_at: moment,
    _links: links,
  }),
);

const decided = list(id, 'Ids of votes that waited until this very call.');

export const DECIDED_VOTES: JsonSchema = record('DecidedVotes', 'What became of votes that waited.', {
  released: decided,
  discarded: decided,
});

/** Response to a visitor's own message. */
export const FEEDBACK_RECEIPT: JsonSchema = record('FeedbackReceipt', 'A message that was taken.', {
  id,
  status: { type: 'string', enum: ['new'] },
});

const status = { type: 'string', enum: FEEDBACK_STATUSES } as const;
const idOrNull = { type: ['integer', 'null'] } as const;
const textOrNull = { type: ['string', 'null'] } as const;

/** Schema of a feedback item, see `FeedbackView`. */
export const FEEDBACK: JsonSchema = record('Feedback', 'What somebody wrote about an article.', {
  id,
  article_id: id,
  article_version: { type: 'integer', minimum: 1, description: 'The version that was read.' },
  type: { type: 'string', enum: FEEDBACK_TYPES },
  message: { type: 'string', description: 'Plain text.' },
  status,
  rating: { ...idOrNull, description: 'The stars that the author had given by then.' },
  author: record(null, 'Who wrote it, as far as is known.', {
    id: { ...id, required: false },
    name: { type: 'string', required: false },
    email: { ...textOrNull, required: false, description: 'Only with context=edit.' },
  }),
  locale,
  page_url: textOrNull,
  assigned_to: { ...idOrNull, description: 'Id of a moderator.' },
  note: { ...textOrNull, description: 'What a moderator says of it.' },
  fixed_version: { ...idOrNull, description: 'The version of the article that mended it.' },
  created_at: moment,
  updated_at: moment,
  resolved_at: momentOrNull,
  history: {
    ...list(
      record('FeedbackEvent', 'A change of the state.', {
        at: moment,
        by: { ...idOrNull, description: 'Id of the moderator; null where nobody is known.' },
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

export const FEEDBACK_LIST: JsonSchema = list(FEEDBACK);
