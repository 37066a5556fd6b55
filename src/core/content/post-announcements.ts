import type { Outbox } from '../outbox/outbox.js';
import type { ChangeContext } from './hooks.js';
import type { Post } from './posts.js';

type Announcing = Pick<Outbox, 'announce'>;

/** Announces a saved post within its transaction. Status hooks come first, as in WordPress. */
export async function announceSave(
  outbox: Announcing,
  post: Post,
  previous: Post | null,
  context: ChangeContext,
): Promise<void> {
  const before = previous?.status ?? 'new';
  if (before !== post.status) {
    await outbox.announce('transition_post_status', post.status, before, post);
    if (post.status === 'trash') await outbox.announce('trashed_post', post, context);
    if (before === 'trash') await outbox.announce('untrashed_post', post, context);
  }
  if (previous) await outbox.announce('post_updated', post, previous, context);
  await outbox.announce(`save_post_${post.type}`, post, previous, context);
  await outbox.announce('save_post', post, previous, context);
}

export async function announceDeletion(outbox: Announcing, post: Post, context: ChangeContext): Promise<void> {
  await outbox.announce('deleted_post', post, context);
}
