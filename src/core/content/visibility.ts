import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../database/names.js';
import type { RestRequest } from '../rest/route.js';
import type { Post, PostStatus } from './posts.js';
import { isPublicStatus } from './statuses.js';
import type { ContentTypes } from './types/content-types.js';
import type { GuardedPost } from './types/post-capabilities.js';
import type { PostType } from './types/post-type.js';

/** The user of a request and their capabilities. */
export type Viewer = Pick<RestRequest, 'reader' | 'can'>;

/** The posts of one status that a viewer may read. */
type Reach = 'all' | 'own' | 'none';

/** The posts of one type that a viewer may read, by status. Narrows lists before they are counted. */
export type Reaches = ReadonlyMap<PostStatus, Reach>;

/** An author id that belongs to no user. 0 would be posts without an author. */
const SOMEBODY_ELSE = -1;

/** Decides read access, for single posts and for lists. */
export interface Visibility {
  canRead(viewer: Viewer, post: GuardedPost): Promise<boolean>;
  /** Answers `canRead` for the posts of each status: all, only the viewer's own, or none. */
  reaches(viewer: Viewer, type: PostType, statuses: readonly PostStatus[]): Promise<Reaches>;
}

export function createVisibility(types: Pick<ContentTypes, 'type'>): Visibility {
  async function canRead(viewer: Viewer, post: GuardedPost): Promise<boolean> {
    const type = types.type(post.type);
    if (!type) return false;
    if (type.public && !type.managed && isPublicStatus(post.status)) return true;
    return viewer.reader !== null && (await viewer.can('read_post', post));
  }

  return {
    canRead,
    async reaches(viewer, type, statuses) {
      const reaches = new Map<PostStatus, Reach>();
      for (const status of statuses) {
        const post = { type: type.name, status, statusBeforeTrash: null };
        if (await canRead(viewer, { ...post, authorId: SOMEBODY_ELSE })) reaches.set(status, 'all');
        else if (viewer.reader && (await canRead(viewer, { ...post, authorId: viewer.reader.id }))) {
          reaches.set(status, 'own');
        } else reaches.set(status, 'none');
      }
      return reaches;
    },
  };
}

/** A condition on `posts` that selects those within reach. */
export function withinReach(reaches: Reaches, viewer: Pick<Viewer, 'reader'>) {
  return (eb: ExpressionBuilder<Tables, 'posts'>): Expression<SqlBool> => {
    const of = (reach: Reach): PostStatus[] =>
      [...reaches].flatMap(([status, each]) => (each === reach ? [status] : []));
    const [all, own] = [of('all'), of('own')];
    const parts: Expression<SqlBool>[] = [];
    if (all.length > 0) parts.push(eb('posts.status', 'in', all));
    if (own.length > 0) {
      parts.push(
        eb.and([eb('posts.status', 'in', own), eb('posts.author_id', '=', viewer.reader?.id ?? SOMEBODY_ELSE)]),
      );
    }
    // Nothing is within reach: omitting the condition would select everything.
    return parts.length > 0 ? eb.or(parts) : eb('posts.id', '=', SOMEBODY_ELSE);
  };
}

/** Filters the posts that a viewer may read. */
export async function readable<P extends Post>(
  visibility: Visibility,
  viewer: Viewer,
  posts: readonly P[],
): Promise<P[]> {
  const verdicts = await Promise.all(posts.map((post) => visibility.canRead(viewer, post)));
  return posts.filter((_, index) => verdicts[index] === true);
}
