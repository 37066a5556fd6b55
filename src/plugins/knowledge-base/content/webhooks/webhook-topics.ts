import type { OwnedWebhooks } from '../../../../webhooks.js';
import { kbTitle } from '../../catalogues.js';
import type { Article } from '../../domain/articles/article.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/**
 * Registers the webhook topics for articles.
 * Payloads have no text, which REST returns to authorized readers. Receivers have no identity that an access rule
 * could admit, so restricted articles are sent without title, slug and tags.
 */
export function registerWebhookTopics(
  webhooks: OwnedWebhooks,
  { access, restUrl }: Pick<KnowledgeBase, 'access' | 'restUrl'>,
): void {
  const articleView = (article: Article) => viewOf(article, { restUrl, isGuarded: access.isGuarded(article) });
  const article = sampleArticle(restUrl);
  webhooks.topic({
    action: 'vendor_kb_article_saved',
    title: kbTitle('webhooks.article-saved'),
    payload: (article, previous, { source, changed }) => ({
      article: articleView(article),
      previous_status: previous?.status ?? null,
      changed,
      source,
    }),
    sample: {
      article,
      previous_status: 'draft',
      changed: ['status'],
      source: 'rest',
    },
  });
  webhooks.topic({
    action: 'vendor_kb_article_status_changed',
    title: kbTitle('webhooks.article-status'),
    payload: (changed, from, to) => ({ article: articleView(changed), from, to }),
    sample: { article, from: 'draft', to: 'publish' },
  });
  webhooks.topic({
    action: 'vendor_kb_article_deleted',
    title: kbTitle('webhooks.article-deleted'),
    payload: (deleted, { source }) => ({ article: articleView(deleted), source }),
    sample: { article, source: 'rest' },
  });
}

function sampleArticle(restUrl: (path: string) => string): ReturnType<typeof viewOf> {
  return {
    id: 7,
    status: 'publish',
    title: 'A sample',
    slug: 'a-sample',
    locale: 'en',
    author: 1,
    categories: [3],
    tags: ['sample'],
    version: 2,
    modified_at: '2026-01-31T12:00:00.000Z',
    published_at: '2026-01-31T12:00:00.000Z',
    rest_url: restUrl('/articles/7'),
  };
}

function viewOf(
  article: Article,
  { restUrl, isGuarded }: { readonly restUrl: (path: string) => string; readonly isGuarded: boolean },
) {
  return {
    id: article.id,
    status: article.status,
    title: isGuarded ? null : article.title,
    slug: isGuarded ? null : article.slug,
    locale: article.locale,
    author: article.authorId,
    categories: article.categoryIds,
    tags: isGuarded ? [] : article.tags,
    version: article.version,
    modified_at: article.modifiedAt.toISOString(),
    published_at: article.publishedAt?.toISOString() ?? null,
    rest_url: restUrl(`/articles/${article.id}`),
  };
}

/** Registers the daily webhook for searches without results. */
export function registerSearchTopics(webhooks: OwnedWebhooks): void {
  webhooks.topic({
    action: 'vendor_kb_search_no_results_digest',
    title: kbTitle('webhooks.search-no-results'),
    payload: ({ day, queries }) => ({ day, queries }),
    sample: { day: '2026-01-31', queries: [{ query: 'change my address', locale: 'en', count: 12 }] },
  });
}

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
    payload: ({ value = null, helpful = null, held: isHeld }, summary, article, { previous }) => ({
      rating: { value, helpful, held: isHeld },
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
