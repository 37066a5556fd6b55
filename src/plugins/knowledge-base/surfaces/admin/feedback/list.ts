import { truncateText } from '../../../../../text.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { readableIds } from '../../../domain/access/readable-articles.js';
import type { Article } from '../../../domain/articles/article.js';
import type { FeedbackItem } from '../../../domain/feedback/feedback-item.js';
import { feedbackList } from '../../../domain/feedback/feedback-list.js';
import { FEEDBACK_STATUSES, type FeedbackStatus } from '../../../domain/feedback/feedback-states.js';
import type { Moderation } from '../../../domain/feedback/moderation.js';
import { authorText, FEEDBACK_PATH, feedbackPath, stateBadge, stateText } from './labels.js';

const ASSIGNED = ['me', 'nobody'] as const;
/** Statuses offered as bulk actions. */
const BULK = ['in_progress', 'resolved', 'rejected', 'spam'] as const satisfies readonly FeedbackStatus[];
/** Maximum characters of a message shown in a list. */
const MAX_MESSAGE_LENGTH = 160;

/** Registers the feedback list, newest first. */
export function registerFeedbackList(area: KbArea, kb: KnowledgeBase, { readableItem }: Moderation): void {
  const { feedback } = kb.readerFeedback;
  const { texts } = area;
  area.list(feedbackList, {
    path: FEEDBACK_PATH,
    title: 'feedbacks.title',
    lead: 'feedbacks.lead',
    capability: 'moderate_kb_feedback',
    icon: 'mail',
    section: 'content',
    order: 24,
    related: (items) => articlesOf(kb, items),
    columns: {
      message: (item, { request: { link }, texts }) => ({
        text: truncateText(item.message, MAX_MESSAGE_LENGTH),
        link: link(feedbackPath(item.id)),
        note: authorText(item, texts),
        badges: [stateBadge(item.status, texts)],
      }),
      article({ articleId }, { texts: { text }, related }) {
        const article = related.get(articleId);
        return article
          ? { text: article.title, link: kb.permalinks.articleHref(article) }
          : text('feedbacks.no-article');
      },
      type: true,
      rating: ({ rating }, { texts: { number } }) => (rating === null ? '–' : number(rating)),
      created: true,
    },
    row: (item, { texts }) => ({
      id: item.id,
      label: texts.text('feedbacks.of', { id: String(item.id), name: authorText(item, texts) }),
    }),
    inputs: {
      status: { options: () => FEEDBACK_STATUSES.map((value) => ({ value, label: stateText(value, texts()) })) },
      assigned_to: {
        name: 'assigned',
        options: () => ASSIGNED.map((value) => ({ value, label: texts().text(`feedbacks.assigned-${value}`) })),
        read: (text, _, { user }) => (text === 'me' ? user.id : 0),
      },
      include: false,
      exclude: false,
    },
    narrow: async (request, values) => ({
      status: FEEDBACK_STATUSES.filter((status) => status !== 'spam'),
      ...values,
      articles: await readableIds(kb, request),
    }),
    bulk: {
      actions: Object.fromEntries(
        BULK.map((status) => [
          status,
          {
            label: `feedbacks.do-${status}`,
            done: (count) => texts().text('feedbacks.done', { count, state: stateText(status, texts()) }),
            start: (request) => async (id) => {
              const before = await readableItem(id, request);
              return (await feedback.moveTo(id, status, {}, request.user)).status !== before.status;
            },
          },
        ]),
      ),
    },
    empty: 'feedbacks.none',
  });
}

async function articlesOf(kb: KnowledgeBase, items: readonly FeedbackItem[]): Promise<ReadonlyMap<number, Article>> {
  const articles = await kb.articles.getMany([...new Set(items.map(({ articleId }) => articleId))]);
  return new Map(articles.map((article) => [article.id, article]));
}
