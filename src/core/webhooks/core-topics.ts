import { coreText } from '../admin/core-text.js';
import type { Post } from '../content/posts.js';
import type { WebhooksService } from './webhooks.js';

/** The parts of a post that are sent: enough to identify it and to decide whether to fetch it over REST. */
function postView(post: Post) {
  return {
    id: post.id,
    type: post.type,
    status: post.status,
    title: post.title,
    slug: post.slug,
    locale: post.locale,
    author: post.authorId,
    modified_at: post.modifiedAt.toISOString(),
    published_at: post.publishedAt?.toISOString() ?? null,
  };
}

const SAMPLE = {
  id: 7,
  type: 'post',
  status: 'publish',
  title: 'A sample',
  slug: 'a-sample',
  locale: 'en',
  author: 1,
  modified_at: '2026-01-31T12:00:00.000Z',
  published_at: '2026-01-31T12:00:00.000Z',
};

/** Registers the core's own topics: posts written through `content.publishing`, and settings. */
export function registerCoreTopics({ topic }: Pick<WebhooksService, 'topic'>): void {
  topic(
    {
      action: 'save_post',
      title: coreText('webhooks.topic-save-post'),
      payload: (post, previous, { source }) => ({
        post: postView(post),
        previous_status: previous?.status ?? null,
        source,
      }),
      sample: { post: SAMPLE, previous_status: 'draft', source: 'admin' },
    },
    'core',
  );
  topic(
    {
      action: 'transition_post_status',
      title: coreText('webhooks.topic-transition-post-status'),
      payload: (to, from, post) => ({ post: postView(post), from, to }),
      sample: { post: SAMPLE, from: 'draft', to: 'publish' },
    },
    'core',
  );
  topic(
    {
      action: 'deleted_post',
      title: coreText('webhooks.topic-deleted-post'),
      payload: (post, { source }) => ({ post: postView(post), source }),
      sample: { post: { ...SAMPLE, status: 'trash' }, source: 'admin' },
    },
    'core',
  );
  topic(
    {
      action: 'settings_updated',
      title: coreText('webhooks.topic-settings-updated'),
      // Values may be secrets, so only the names are sent.
      payload: (name, changed, user) => ({ name, changed, user: user?.id ?? null }),
      sample: { name: 'acme-shop', changed: ['fee'], user: 1 },
    },
    'core',
  );
}
