import type { Selectable, Updateable } from 'kysely';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import './tables.js';

/** Status of a post. `future` means scheduled. */
export type PostStatus = 'draft' | 'pending' | 'publish' | 'future' | 'private' | 'archived' | 'trash';
/** Format of the content of a post. */
export type ContentFormat = 'markdown' | 'blocks' | 'html';

/** A post of any type, as stored. */
export interface Post {
  id: number;
  type: string;
  status: PostStatus;
  title: string;
  slug: string;
  content: string;
  contentFormat: ContentFormat;
  excerpt: string;
  authorId: number;
  parentId: number;
  featuredMedia: number;
  menuOrder: number;
  locale: string;
  meta: Record<string, unknown>;
  createdAt: Date;
  modifiedAt: Date;
  /** Date of first or scheduled publication. Null if none is set. */
  publishedAt: Date | null;
  /** Starts at 1 and increases by one with every save through `content.publishing`. */
  lockVersion: number;
  /** Status before the post was moved to the trash. Null outside the trash. */
  statusBeforeTrash: PostStatus | null;
}

/** Values of a new post. The remaining members have defaults. */
export type NewPost = Pick<Post, 'type' | 'status' | 'title' | 'slug' | 'authorId' | 'locale'> &
  Partial<Omit<Post, 'id' | 'type' | 'status' | 'title' | 'slug' | 'authorId' | 'locale'>>;

/**
 * Reads and writes rows of `posts` for plugins that manage a post type themselves: they take care of capabilities,
 * statuses, slugs and hooks. For registered types, use `content.publishing`, which does that.
 */
export interface Posts {
  /** @param termIds terms of all taxonomies, in order */
  create(post: NewPost, termIds?: readonly number[]): Promise<Post>;
  /** @param changes set `modifiedAt` when readers should see the post as changed */
  update(id: number, changes: Partial<Omit<Post, 'id'>>): Promise<void>;
  get(id: number): Promise<Post | null>;
  delete(id: number): Promise<void>;
  /** Returns the ids of the post's terms in one taxonomy, primary first. */
  termIds(id: number, taxonomy: string): Promise<number[]>;
  setTerms(id: number, taxonomy: string, termIds: readonly number[]): Promise<void>;
}

const DEFAULTS = {
  content: '',
  contentFormat: 'markdown',
  excerpt: '',
  parentId: 0,
  featuredMedia: 0,
  menuOrder: 0,
  meta: {},
  publishedAt: null,
  lockVersion: 1,
  statusBeforeTrash: null,
} as const satisfies Partial<Post>;

type PostRow = Selectable<Tables['posts']>;

export function createPosts(db: Database): Posts {
  async function addTerms(id: number, termIds: readonly number[]): Promise<void> {
    const rows = termIds.map((termId, position) => ({ post_id: id, term_id: termId, position }));
    if (rows.length > 0) await db.query.insertInto('post_terms').values(rows).execute();
  }

  const posts: Posts = {
    async create(post, termIds = []) {
      const now = new Date();
      // Every column gets a value, so the row does not have to be read back.
      const row = toColumns({ ...DEFAULTS, createdAt: now, modifiedAt: now, ...post }) as Omit<PostRow, 'id'>;
      const insert = async () => {
        const id = await db.insert('posts', row);
        await addTerms(id, [...new Set(termIds)]);
        return toPost({ id, ...row });
      };
      return termIds.length === 0 ? insert() : db.join(insert);
    },
    async update(id, changes) {
      const columns = toColumns(changes);
      if (Object.keys(columns).length === 0) return;
      await db.query.updateTable('posts').set(columns).where('id', '=', id).execute();
    },
    async get(id) {
      const row = await db.query.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toPost(row) : null;
    },
    async delete(id) {
      await db.join(async () => {
        await db.query.deleteFrom('post_terms').where('post_id', '=', id).execute();
        await db.query.deleteFrom('posts').where('id', '=', id).execute();
      });
    },
    async termIds(id, taxonomy) {
      const rows = await db.query
        .selectFrom('post_terms')
        .innerJoin('terms', 'terms.id', 'post_terms.term_id')
        .select('terms.id')
        .where('post_id', '=', id)
        .where('taxonomy', '=', taxonomy)
        .orderBy('position')
        .execute();
      return rows.map((row) => row.id);
    },
    async setTerms(id, taxonomy, termIds) {
      await db.join(async () => {
        const old = await posts.termIds(id, taxonomy);
        const ids = [...new Set(termIds)];
        if (String(old) === String(ids)) return;
        if (old.length > 0) {
          await db.query.deleteFrom('post_terms').where('post_id', '=', id).where('term_id', 'in', old).execute();
        }
        await addTerms(id, ids);
      });
    },
  };
  return posts;
}

/** Converts a row of `posts` to a post. @experimental */
export function toPost(row: PostRow): Post {
  return {
    id: row.id,
    type: row.type,
    status: row.status as PostStatus,
    title: row.title,
    slug: row.slug,
    content: row.content,
    contentFormat: row.content_format as ContentFormat,
    excerpt: row.excerpt,
    authorId: row.author_id,
    parentId: row.parent_id,
    featuredMedia: row.featured_media,
    menuOrder: row.menu_order,
    locale: row.locale,
    meta: json.decode(row.meta) as Record<string, unknown>,
    createdAt: utc.decode(row.created_at),
    modifiedAt: utc.decode(row.modified_at),
    publishedAt: row.published_at === null ? null : utc.decode(row.published_at),
    lockVersion: row.lock_version,
    statusBeforeTrash: row.status_before_trash as PostStatus | null,
  };
}

/** Converts the given members to columns. */
export function toColumns(post: Partial<Post>): Updateable<Tables['posts']> {
  const columns: Updateable<Tables['posts']> = {
    type: post.type,
    status: post.status,
    title: post.title,
    slug: post.slug,
    content: post.content,
    content_format: post.contentFormat,
    excerpt: post.excerpt,
    author_id: post.authorId,
    parent_id: post.parentId,
    featured_media: post.featuredMedia,
    menu_order: post.menuOrder,
    locale: post.locale,
    meta: post.meta && json.encode(post.meta),
    created_at: post.createdAt && utc.encode(post.createdAt),
    modified_at: post.modifiedAt && utc.encode(post.modifiedAt),
    published_at: post.publishedAt && utc.encode(post.publishedAt),
    lock_version: post.lockVersion,
    status_before_trash: post.statusBeforeTrash,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
