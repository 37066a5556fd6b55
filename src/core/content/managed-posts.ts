import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../database/tables.js';
import type { RestRequest } from '../rest/route.js';
import type { User } from '../user.js';
import type { ContentTypes } from './types/content-types.js';
import type { GuardedPost, PostAct } from './types/post-capabilities.js';

/** A request for a page or a route, as far as it decides what may be read. */
export type PostViewer = Pick<RestRequest, 'reader' | 'can' | 'cookies'>;

/** Some of the posts, for lists that are narrowed before they are counted. It may ask other tables by `posts.id`. */
export type PostCondition = (posts: ExpressionBuilder<Tables, 'posts'>) => Expression<SqlBool>;

/**
 * How the plugin that writes the rows of a type by itself answers for them. Everything in the core that touches such
 * posts asks here.
 */
export interface ManagedPosts {
  /**
   * The capabilities that `read_post`, `edit_post` and `delete_post` come down to, all of which are needed;
   * `['do_not_allow']` refuses.
   */
  capabilities(act: PostAct, user: User, post: GuardedPost): readonly string[] | Promise<readonly string[]>;
  /**
   * The posts of the type that a viewer may read, in whatever state: who sees the files of a post is decided by it. An
   * error that it throws closes them all.
   */
  readable(viewer: PostViewer): PostCondition | Promise<PostCondition>;
}

/** A visitor without an account. */
export const STRANGER: PostViewer = { reader: null, can: async () => false, cookies: new Map() };

/** What is archived is left out of lists of posts, and can still be read. */
const PUBLIC = ['publish', 'archived'] as const;

/**
 * The posts whose files a viewer sees because of them: public ones that the core guards, and of the others those that
 * their plugins let the viewer read. A type that no active plugin answers for has none.
 */
export async function readablePosts(types: Pick<ContentTypes, 'types'>, viewer: PostViewer): Promise<PostCondition> {
  const open = types.types().filter((type) => type.public && type.managed === null);
  const managed: [type: string, condition: PostCondition][] = [];
  for (const { name, managed: by } of types.types()) if (by) managed.push([name, await by.readable(viewer)]);
  return (posts) =>
    posts.or([
      posts.and([
        posts('posts.status', 'in', PUBLIC),
        // A list without members is none that every server takes.
        posts('posts.type', 'in', ['', ...open.map(({ name }) => name)]),
      ]),
      ...managed.map(([type, condition]) => posts.and([posts('posts.type', '=', type), condition(posts)])),
    ]);
}
