import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../database/names.js';
import type { RestRequest } from '../rest/route.js';
import type { User } from '../user.js';
import type { ContentTypes } from './types/content-types.js';
import type { GuardedPost, PostAct } from './types/post-capabilities.js';

/** The parts of a request for a page or route that decide which posts may be read. */
export type PostViewer = Pick<RestRequest, 'reader' | 'can' | 'cookies'>;

/** A condition on `posts`, applied before lists are counted. It may query other tables by `posts.id`. */
export type PostCondition = (posts: ExpressionBuilder<Tables, 'posts'>) => Expression<SqlBool>;

/**
 * Access rules of a post type whose rows are written by its plugin. The core applies them wherever it handles such
 * posts.
 */
export interface ManagedPosts {
  /**
   * Maps `read_post`, `edit_post` or `delete_post` to the capabilities it requires, all of them. `['do_not_allow']`
   * refuses.
   */
  capabilities(act: PostAct, user: User, post: GuardedPost): readonly string[] | Promise<readonly string[]>;
  /**
   * Selects the posts of the type that a viewer may read, whatever their status. It decides who sees their files. An
   * error thrown here hides all of them.
   */
  readable(viewer: PostViewer): PostCondition | Promise<PostCondition>;
}

/** A visitor who is not signed in. */
export const STRANGER: PostViewer = { reader: null, can: async () => false, cookies: new Map() };

/** Archived posts are left out of lists but can still be read. */
const PUBLIC = ['publish', 'archived'] as const;

/**
 * Selects the posts whose files a viewer may see: public posts guarded by the core, and managed posts that their
 * plugins let the viewer read. Types without an active plugin match nothing.
 */
export async function readablePosts(types: Pick<ContentTypes, 'types'>, viewer: PostViewer): Promise<PostCondition> {
  const open = types.types().filter((type) => type.public && type.managed === null);
  const managed: [type: string, condition: PostCondition][] = [];
  for (const { name, managed: by } of types.types()) if (by) managed.push([name, await by.readable(viewer)]);
  return (posts) =>
    posts.or([
      posts.and([
        posts('posts.status', 'in', PUBLIC),
        // Not every database accepts an empty IN list.
        posts('posts.type', 'in', ['', ...open.map(({ name }) => name)]),
      ]),
      ...managed.map(([type, condition]) => posts.and([posts('posts.type', '=', type), condition(posts)])),
    ]);
}
