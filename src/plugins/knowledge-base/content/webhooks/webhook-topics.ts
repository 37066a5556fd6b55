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
