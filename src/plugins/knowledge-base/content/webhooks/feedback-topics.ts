import type { OwnedWebhooks } from '../../../../webhooks.js';
import { kbTitle } from '../../catalogues.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Registers the webhook topics. Payloads contain neither the author's email nor the visitor's key. */
export function registerFeedbackTopics(webhooks: OwnedWebhooks, { restUrl }: Pick<KnowledgeBase, 'restUrl'>): void {
  webhooks.topic({
    action: 'vendor_kb_feedback_submitted',
    title: kbTitle('webhooks.feedback-submitted'),
    payload: (feedback, article) => ({
      feedback: {
        id: feedback.id,
        type: feedback.type,
        message: feedback.message,
        status: feedback.status,
        rating: feedback.rating,
        locale: feedback.locale,
        created_at: feedback.createdAt.toISOString(),
        rest_url: restUrl(`/feedback/${feedback.id}`),
      },
      article: { id: article.id, version: feedback.articleVersion, rest_url: restUrl(`/articles/${article.id}`) },
    }),
    sample: {
      feedback: {
        id: 3,
        type: 'error',
        message: 'The second step is missing.',
        status: 'new',
        rating: 2,
        locale: 'en',
        created_at: '2026-01-31T12:00:00.000Z',
        rest_url: restUrl('/feedback/3'),
      },
      article: { id: 7, version: 2, rest_url: restUrl('/articles/7') },
    },
  });
  webhooks.topic({
    action: 'vendor_kb_rating_submitted',
    title: kbTitle('webhooks.rating-submitted'),
    payload: ({ value = null, helpful = null, held }, summary, article, { previous }) => ({
      rating: { value, helpful, held },
      previous: previous && { value: previous.value ?? null, helpful: previous.helpful ?? null },
      summary: { count: summary.count, average: summary.average, helpful: summary.helpful, score: summary.score },
      article: { id: article.id, version: article.version, rest_url: restUrl(`/articles/${article.id}`) },
    }),
    sample: {
      rating: { value: 4, helpful: null, held: false },
      previous: null,
      summary: { count: 12, average: 4.25, helpful: { yes: 9, no: 3, percent: 75 }, score: 4.11 },
      article: { id: 7, version: 2, rest_url: restUrl('/articles/7') },
    },
  });
}
