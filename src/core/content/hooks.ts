import type { OwnedHooks } from '../../hooks/hooks.js';
import type { User } from '../user.js';
import type { Post, PostStatus } from './posts.js';
import type { Term } from './terms.js';

/** The user and the source of a change to a post or term. */
export interface ChangeContext {
  readonly user: User | null;
  readonly source: ChangeSource;
}

/** Part of the system that made a change. */
export type ChangeSource = 'rest' | 'admin' | 'cli' | 'import' | 'schedule' | 'code';

declare module '../../hooks/names.js' {
  interface Actions {
    /** A post of a registered type was saved and committed. `previous` is null for a new post. */
    save_post(post: Post, previous: Post | null, context: ChangeContext): void | Promise<void>;
    /** The same as `save_post`, for one post type: `save_post_page`. */
    [name: `save_post_${string}`]: (post: Post, previous: Post | null, context: ChangeContext) => void | Promise<void>;
    /** The status of a post changed. `from` is `new` for a post that was just created. */
    transition_post_status(to: PostStatus, from: PostStatus | 'new', post: Post): void | Promise<void>;
    /** An existing post was changed. */
    post_updated(post: Post, previous: Post, context: ChangeContext): void | Promise<void>;
    /** A post was moved to the trash. */
    trashed_post(post: Post, context: ChangeContext): void | Promise<void>;
    /** A post was restored from the trash. */
    untrashed_post(post: Post, context: ChangeContext): void | Promise<void>;
    /** A post was deleted permanently. `post` holds its last values. */
    deleted_post(post: Post, context: ChangeContext): void | Promise<void>;
    /** A term of a registered taxonomy was created. */
    created_term(term: Term, context: ChangeContext): void | Promise<void>;
    /** A term was changed. */
    edited_term(term: Term, previous: Term, context: ChangeContext): void | Promise<void>;
    /** A term was deleted. Its posts still exist, and its child terms moved up one level. */
    deleted_term(term: Term, context: ChangeContext): void | Promise<void>;
  }
  interface Filters {
    /** The rendered HTML of a post, just before output. The result is not sanitized again: escape untrusted values. */
    the_content(html: string, post: Post): string | Promise<string>;
    /** The URL of a post's page. Null if no plugin provides one. */
    post_link(link: string | null, post: Post): string | null;
  }
}

export function defineContentHooks({ define }: OwnedHooks): void {
  // They run after the commit: a callback that fails can neither undo the change nor stop the other callbacks.
  const action = { kind: 'action', since: '0.1.0', async: 'allowed', decorating: true } as const;
  for (const name of ['save_post', 'save_post_{name}', 'transition_post_status', 'post_updated'] as const) {
    define(name, action);
  }
  for (const name of ['trashed_post', 'untrashed_post', 'deleted_post'] as const) define(name, action);
  for (const name of ['created_term', 'edited_term', 'deleted_term'] as const) define(name, action);
  const filter = { kind: 'filter', since: '0.1.0', decorating: true } as const;
  define('the_content', { ...filter, async: 'allowed', accepts: (value) => typeof value === 'string' });
  define('post_link', { ...filter, accepts: (value) => value === null || typeof value === 'string' });
}
