import type { OwnedHooks } from '../../hooks/hooks.js';
import type { User } from '../user.js';
import type { Post, PostStatus } from './posts.js';
import type { Term } from './terms.js';

/** What brought a change of a post or term about. */
export interface ChangeContext {
  readonly user: User | null;
  readonly source: ChangeSource;
}

export type ChangeSource = 'rest' | 'admin' | 'cli' | 'import' | 'schedule' | 'code';

declare module '../../hooks/names.js' {
  interface Actions {
    /** A post of a registered type was saved, and the change is in the database; `previous` is null for a new one. */
    save_post(post: Post, previous: Post | null, context: ChangeContext): void | Promise<void>;
    /** The same for posts of one type alone: `save_post_page`. */
    [name: `save_post_${string}`]: (post: Post, previous: Post | null, context: ChangeContext) => void | Promise<void>;
    /** A post has another state than before; that of one that did not exist is `new`. */
    transition_post_status(to: PostStatus, from: PostStatus | 'new', post: Post): void | Promise<void>;
    /** A post that existed was changed. */
    post_updated(post: Post, previous: Post, context: ChangeContext): void | Promise<void>;
    /** A post was moved to the trash. */
    trashed_post(post: Post, context: ChangeContext): void | Promise<void>;
    /** A post came back from the trash. */
    untrashed_post(post: Post, context: ChangeContext): void | Promise<void>;
    /** A post was deleted for good. It is handed over as it was. */
    deleted_post(post: Post, context: ChangeContext): void | Promise<void>;
    /** A term of a registered taxonomy was created. */
    created_term(term: Term, context: ChangeContext): void | Promise<void>;
    /** A term was changed. */
    edited_term(term: Term, previous: Term, context: ChangeContext): void | Promise<void>;
    /** A term was deleted. Its posts are there still, and what stood below it moved up. */
    deleted_term(term: Term, context: ChangeContext): void | Promise<void>;
  }
  interface Filters {
    /** The text of a post as HTML, about to be shown. It goes out as it is returned: escape what came from elsewhere. */
    the_content(html: string, post: Post): string | Promise<string>;
    /** The address of a post's page; null while nobody has one for it. */
    post_link(link: string | null, post: Post): string | null;
  }
}

export function defineContentHooks({ define }: OwnedHooks): void {
  // They run after the change is in the database: what fails can neither undo it nor keep the others from hearing of it.
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
