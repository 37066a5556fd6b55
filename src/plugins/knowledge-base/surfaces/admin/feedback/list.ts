import {
  type AdminRequest,
  bulkNotice,
  forEachTicked,
  formError,
  type ListRow,
  type ListTableData,
  listQuery,
  listTable,
  type SubmittedForm,
  tickedIds,
} from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import { type Strings, truncateText } from '../../../../../text.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { readableIds } from '../../../domain/access/readable-articles.js';
import { FEEDBACK_TYPES, type FeedbackItem } from '../../../domain/feedback/feedback-item.js';
import { findFeedback } from '../../../domain/feedback/feedback-query.js';
import { FEEDBACK_STATUSES, type FeedbackStatus } from '../../../domain/feedback/feedback-states.js';
import type { Moderation } from '../../../domain/feedback/moderation.js';
import { errorText } from '../error-texts.js';
import { authorText, FEEDBACK_PATH, feedbackPath, stateBadge, stateText } from './labels.js';

const ASSIGNED = ['me', 'nobody'] as const;
/** Statuses offered as bulk actions. */
const BULK = ['in_progress', 'resolved', 'rejected', 'spam'] as const satisfies readonly FeedbackStatus[];
/** Maximum characters of a message shown in a list. */
const SHOWN = 160;

/** Registers the feedback list, newest first. */
export function registerFeedbackList(
  { admin }: Pick<PluginContext, 'admin'>,
  kb: KnowledgeBase,
  moderation: Moderation,
): void {
  admin.page({
    path: FEEDBACK_PATH,
    title: kbTitle('feedbacks.title'),
    capability: 'moderate_kb_feedback',
    icon: 'mail',
    section: 'content',
    order: 24,
    template: 'core/admin/list',
    load: async (request) => ({ strings: request.strings, table: await tableOf(kb, request) }),
    heading: () => ({ lead: kbTexts(kb.site).text('feedbacks.lead') }),
    actions: { bulk: (request, form) => bulk(kb, moderation, request, form) },
  });
}

async function bulk(
  { readerFeedback: { feedback }, site }: KnowledgeBase,
  { readableItem }: Moderation,
  request: AdminRequest,
  form: SubmittedForm,
) {
  const texts = kbTexts(site);
  const ids = tickedIds(request, form);
  const to = BULK.find((each) => each === form.text('bulk'));
  if (!to) throw formError({}, request.strings.text('admin.bulk-none'));
  const outcome = await forEachTicked(ids, async (id) => {
    const before = await readableItem(id, request);
    const after = await feedback.moveTo(id, to, {}, request.user);
    return after.status !== before.status;
  });
  const done = (count: number): string => texts.text('feedbacks.done', { count, state: stateText(to, texts) });
  const { strings } = request;
  return { notice: bulkNotice(outcome, { strings, done, errorText: (refusal) => errorText(refusal, texts) }) };
}

async function tableOf(kb: KnowledgeBase, request: AdminRequest): Promise<ListTableData> {
  const texts = kbTexts(kb.site);
  const { text } = texts;
  const query = listQuery(request, {
    sortable: ['received'],
    defaultDirection: 'desc',
    filters: { status: FEEDBACK_STATUSES, type: FEEDBACK_TYPES, assigned: ASSIGNED },
  });
  const { status, type, assigned } = query.filters;
  const { items, total } = await findFeedback(
    kb.db,
    {
      articles: await readableIds(kb, request),
      statuses: FEEDBACK_STATUSES.filter((one) => (status === null ? one !== 'spam' : one === status)),
      types: FEEDBACK_TYPES.filter((one) => type === null || one === type),
      assignedTo: assigned === null ? undefined : assigned === 'me' ? (request.user?.id ?? 0) : 0,
      search: query.search,
    },
    { direction: query.direction, limit: query.perPage, offset: (query.page - 1) * query.perPage },
  );
  return listTable(request, query, {
    caption: text('feedbacks.title'),
    columns: [
      { name: 'message', label: text('feedback.message') },
      { name: 'article', label: text('feedbacks.article') },
      { name: 'type', label: text('feedbacks.type') },
      { name: 'rating', label: text('rating.label'), numeric: true },
      { name: 'received', label: text('feedbacks.received'), sortable: true },
    ],
    rows: await rowsOf(kb, items, request, texts),
    total,
    search: text('feedbacks.search'),
    filters: [
      {
        name: 'status',
        label: text('feedbacks.state'),
        all: text('feedbacks.all-states'),
        options: FEEDBACK_STATUSES.map((value) => ({ value, label: stateText(value, texts) })),
      },
      {
        name: 'type',
        label: text('feedbacks.type'),
        all: text('feedbacks.all-types'),
        options: FEEDBACK_TYPES.map((value) => ({ value, label: text(`feedback.type-${value}`) })),
      },
      {
        name: 'assigned',
        label: text('feedbacks.assigned'),
        all: text('feedbacks.assigned-all'),
        options: ASSIGNED.map((value) => ({ value, label: text(`feedbacks.assigned-${value}`) })),
      },
    ],
    bulk: { action: 'bulk', options: BULK.map((value) => ({ value, label: text(`feedbacks.do-${value}`) })) },
    empty: { text: text('feedbacks.none') },
  });
}

async function rowsOf(
  kb: KnowledgeBase,
  items: readonly FeedbackItem[],
  { link }: AdminRequest,
  texts: Strings,
): Promise<ListRow[]> {
  const { text, dateTime, number } = texts;
  const articles = await kb.articles.getMany([...new Set(items.map(({ articleId }) => articleId))]);
  const byId = new Map(articles.map((article) => [article.id, article]));
  return items.map((item): ListRow => {
    const article = byId.get(item.articleId);
    const opening = truncateText(item.message, SHOWN);
    return {
      id: item.id,
      label: text('feedbacks.of', { id: String(item.id), name: authorText(item, texts) }),
      cells: {
        message: {
          text: opening,
          link: link(feedbackPath(item.id)),
          note: authorText(item, texts),
          badges: [stateBadge(item.status, texts)],
        },
        article: article
          ? { text: article.title, link: kb.permalinks.articleHref(article) }
          : text('feedbacks.no-article'),
        type: text(`feedback.type-${item.type}`),
        rating: item.rating === null ? '–' : number(item.rating),
        received: dateTime(item.createdAt),
      },
    };
  });
}
