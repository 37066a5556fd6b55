import type { Hooks } from '../../hooks/hooks.js';
import type { Database } from '../database/database.js';
import type { ChangeContext } from './hooks.js';
import type { Post } from './posts.js';

interface Announcing {
  readonly db: Pick<Database, 'afterCommit'>;
  readonly hooks: Pick<Hooks, 'doActionAsync'>;
}

/** Tells of a saved post once it is in the database: of its state first, as WordPress does. */
export function announceSave(
  { db, hooks }: Announcing,
  post: Post,
  previous: Post | null,
  context: ChangeContext,
): void {
  db.afterCommit(async () => {
    const before = previous?.status ?? 'new';
    if (before !== post.status) {
      await hooks.doActionAsync('transition_post_status', post.status, before, post);
      if (post.status === 'trash') await hooks.doActionAsync('trashed_post', post, context);
      if (before === 'trash') await hooks.doActionAsync('untrashed_post', post, context);
    }
    if (previous) await hooks.doActionAsync('post_updated', post, previous, context);
    await hooks.doActionAsync(`save_post_${post.type}`, post, previous, context);
    await hooks.doActionAsync('save_post', post, previous, context);
  });
}

export function announceDeletion({ db, hooks }: Announcing, post: Post, context: ChangeContext): void {
  db.afterCommit(() => hooks.doActionAsync('deleted_post', post, context));
}
