import { contains, utc } from '../../../../database.js';
import { defineResource, type FilterContext } from '../../../../resource.js';
import type { ArticleIds } from '../access/readable-articles.js';
import { DAY_OR_MOMENT_ARG, toBound, toEnd } from '../moments.js';
import { FEEDBACK_TYPES, type FeedbackType, toFeedbackItem } from './feedback-item.js';
import { FEEDBACK_STATUSES, type FeedbackStatus } from './feedback-states.js';

/** Statuses, and names of several: `open` for new and in progress, `any` for all. */
const STATUS_FILTERS = [...FEEDBACK_STATUSES, 'open', 'any'] as const;

const IDS = { type: 'array', items: { type: 'integer' }, maxItems: 100 } as const;

/** List of feedback: its SQL, REST list, command and admin list. */
export const feedbackList = defineResource({
  table: 'kb_feedback',
  read: (rows) => rows.map(toFeedbackItem),
  title: 'Feedback',
  errors: { page: 'vendor_kb_invalid_page' },
  fields: (field) => ({
    id: field.integer(({ id }) => id, { cli: true }),
    status: field.enum(FEEDBACK_STATUSES, ({ status }) => status, { cli: true }),
    type: field.enum(FEEDBACK_TYPES, ({ type }) => type, {
      label: 'feedbacks.type',
      text: 'feedback.type-',
      cli: true,
    }),
    article: field.integer(({ articleId }) => articleId, { label: 'feedbacks.article', cli: true }),
    version: field.integer(({ articleVersion }) => articleVersion, { cli: true }),
    author: field.text(({ authorName }) => authorName ?? '', { cli: true }),
    rating: field.integerOrNull(({ rating }) => rating, { label: 'rating.label', cli: true }),
    note: field.textOrNull(({ note }) => note, { cli: true }),
    fixed_version: field.integerOrNull(({ fixedVersion }) => fixedVersion, { cli: true }),
    created: field.dateTime(({ createdAt }) => createdAt, { label: 'feedbacks.received', cli: true }),
    updated: field.dateTime(({ updatedAt }) => updatedAt, { cli: true }),
    message: field.text(({ message }) => message, { label: 'feedback.message', cli: true }),
  }),
  filters: (filter) => ({
    articles: filter.internal((eb, ids: ArticleIds) => eb('article_id', 'in', ids)),
    status: filter.custom(
      { type: 'array', items: { type: 'string', enum: STATUS_FILTERS } },
      {
        description: 'Default: all except spam.',
        label: 'feedbacks.state',
        all: 'feedbacks.all-states',
        cli: ['status <status>', 'status; "open": new and in_progress; or "any"; default: open'],
        read: readStatuses,
        where: (eb, statuses) => eb('status', 'in', [...statuses, '']),
      },
    ),
    type: filter.custom(
      { type: 'array', items: { type: 'string', enum: FEEDBACK_TYPES } },
      {
        label: 'feedbacks.type',
        text: 'feedback.type-',
        all: 'feedbacks.all-types',
        cli: ['type <type>', 'type of feedback'],
        read: (sent, context): readonly FeedbackType[] => someOf(FEEDBACK_TYPES, sent, context),
        where: (eb, types) => eb('type', 'in', [...types, '']),
      },
    ),
    article: filter.id('article_id', {
      description: 'ID of the article.',
      label: 'feedbacks.article-id',
      cli: ['article <id>', 'about this article'],
      isFolded: true,
    }),
    assigned_to: filter.custom(
      { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      {
        description: 'ID of a moderator; 0: unassigned.',
        label: 'feedbacks.assigned',
        all: 'feedbacks.assigned-all',
        cli: ['assigned <id>', 'assigned to this moderator; 0: unassigned'],
        read: Number,
        where: (eb, id) => (id === 0 ? eb('assigned_to', 'is', null) : eb('assigned_to', '=', id)),
      },
    ),
    from: filter.custom(DAY_OR_MOMENT_ARG, {
      description: 'Written at or after this day (UTC) or time.',
      label: 'feedbacks.from',
      cli: ['from <day>', 'written on or after this day, such as 2026-01-31'],
      input: 'date',
      isFolded: true,
      read: (sent, context) => toBound(dayOf(sent, context)),
      where: (eb, from) => eb('created_at', '>=', utc.encode(from)),
    }),
    to: filter.custom(DAY_OR_MOMENT_ARG, {
      description: 'Written at or before this day (UTC) or time.',
      label: 'feedbacks.to',
      cli: ['to <day>', 'written on or before this day'],
      input: 'date',
      isFolded: true,
      read: (sent, context) => toEnd(dayOf(sent, context)),
      where: (eb, to) => eb('created_at', '<', utc.encode(to)),
    }),
    search: filter.custom(
      { type: 'string', maxLength: 200 },
      {
        label: 'feedbacks.search',
        cli: ['search <words>', 'with these words in the message or the name'],
        input: 'search',
        read: String,
        where: (eb, search) =>
          eb.and(
            search
              .split(/\s+/)
              .filter((word) => word !== '')
              .map((word) =>
                eb.or([
                  contains(eb.fn('lower', ['message']), word.toLowerCase()),
                  contains(eb.fn('lower', ['author_name']), word.toLowerCase()),
                ]),
              ),
          ),
      },
    ),
    include: filter.custom(IDS, { read: readIds, where: (eb, ids) => eb('id', 'in', [...ids, 0]) }),
    exclude: filter.custom(IDS, { read: readIds, where: (eb, ids) => eb('id', 'not in', [...ids, 0]) }),
  }),
  sort: { created: 'created_at' },
  order: ['created', 'desc'],
});

function readStatuses(sent: unknown, context: FilterContext): readonly FeedbackStatus[] {
  return someOf(STATUS_FILTERS, sent, context).flatMap((status): readonly FeedbackStatus[] => {
    if (status === 'any') return FEEDBACK_STATUSES;
    return status === 'open' ? ['new', 'in_progress'] : [status];
  });
}

/** Reads one or several of the values. */
function someOf<Value extends string>(
  values: readonly Value[],
  sent: unknown,
  { invalid }: FilterContext,
): readonly Value[] {
  return [sent].flat().map((text) => {
    const value = values.find((value) => value === text);
    if (value !== undefined) return value;
    throw invalid(`Use one of: ${values.join(', ')}.`, 'admin.no-such-value');
  });
}

function dayOf(sent: unknown, { invalid }: FilterContext): string {
  const text = String(sent);
  if (DAY_OR_MOMENT_ARG.validate(text) === true) return text;
  throw invalid('Enter a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.', 'admin.no-such-day');
}

function readIds(sent: unknown): readonly number[] {
  return [sent].flat().map(Number);
}
