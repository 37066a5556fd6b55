import { sql } from 'kysely';
import type { PostStatus } from '../content/posts.js';
import { contains } from '../database/contains.js';
import type { Database } from '../database/database.js';
import type { Site } from '../site.js';
import type { Attachment } from './attachment.js';
import { postImageIds } from './post-images.js';
import { type AttachmentRow, toAttachment } from './rows.js';
import '../content/tables.js';

export interface MediaQuery {
  /** Part of title, file name, alternative text or caption. */
  readonly search?: string | undefined;
  /** `image/png`, or `image` for all of them. */
  readonly mimeType?: string | undefined;
  /** Posts that they belong to; 0 for none. */
  readonly parents?: readonly number[] | undefined;
  readonly authorId?: number | undefined;
  /** Of the file as it was uploaded, in hex. */
  readonly sha256?: string | undefined;
  readonly include?: readonly number[] | undefined;
  readonly exclude?: readonly number[] | undefined;
  /** Only what belongs to a public post or is its featured picture. */
  readonly publicOnly?: boolean | undefined;
  readonly orderBy?: 'date' | 'id' | 'include' | 'modified' | 'title' | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** Default 10, at most 100. */
  readonly perPage?: number | undefined;
}

/** The reading half of the media library. */
export interface MediaQueries {
  get(id: number): Promise<Attachment | null>;
  list(query?: MediaQuery): Promise<{ readonly attachments: readonly Attachment[]; readonly total: number }>;
  /** The ids after this one, in their order: for work on all of them, which may take long. */
  idsAfter(id: number, count: number): Promise<number[]>;
  /**
   * The pictures of a post: those that belong to it, its featured one, and those that its content shows. Each once, in
   * the order of their ids; none for a post that is not there.
   */
  ofPost(postId: number): Promise<readonly Attachment[]>;
  /** Whether everybody may see it, because it belongs to a public post or is the featured picture of one. */
  isPublic(attachment: Pick<Attachment, 'id' | 'postId'>): Promise<boolean>;
  row(id: number): Promise<AttachmentRow | null>;
}

const MAX_PER_PAGE = 100;
/** What is archived is left out of lists of posts, and can still be read. */
const PUBLIC = ['publish', 'archived'] as const satisfies readonly PostStatus[];

const COLUMNS = { date: 'created_at', modified: 'modified_at', title: 'title', id: 'id' } as const;

/** @param hiddenTypes the types of posts that are never public, whatever their state */
export function createMediaQueries(db: Database, site: Site, hiddenTypes: () => readonly string[]): MediaQueries {
  const read = (row: AttachmentRow): Attachment => toAttachment(row, site);
  /** A list without members is none that every server takes. */
  const hidden = (): string[] => ['', ...hiddenTypes()];

  function matching({ search, mimeType, parents, authorId, sha256, include, exclude, publicOnly }: MediaQuery) {
    let query = db.query.selectFrom('attachments');
    if (search) {
      const texts = ['title', 'filename', 'alt_text', 'caption'].map(
        (name) => sql`lower(${sql.ref(`attachments.${name}`)})`,
      );
      query = query.where((where) => where.or(texts.map((text) => contains(text, search.toLowerCase()))));
    }
    if (mimeType?.includes('/')) query = query.where('mime_type', '=', mimeType);
    else if (mimeType) query = query.where('mime_type', '>=', `${mimeType}/`).where('mime_type', '<', `${mimeType}0`);
    if (parents) query = query.where('post_id', 'in', [...parents]);
    if (authorId !== undefined) query = query.where('author_id', '=', authorId);
    if (sha256 !== undefined) query = query.where('sha256', '=', sha256);
    if (include) query = query.where('id', 'in', [...include]);
    if (exclude && exclude.length > 0) query = query.where('id', 'not in', [...exclude]);
    if (publicOnly) {
      query = query.where(({ exists, selectFrom, or }) =>
        or([
          exists(
            selectFrom('posts')
              .select('posts.id')
              .whereRef('posts.id', '=', 'attachments.post_id')
              .where('posts.status', 'in', PUBLIC)
              .where('posts.type', 'not in', hidden()),
          ),
          exists(
            selectFrom('posts')
              .select('posts.id')
              .whereRef('posts.featured_media', '=', 'attachments.id')
              .where('posts.status', 'in', PUBLIC)
              .where('posts.type', 'not in', hidden()),
          ),
        ]),
      );
    }
    return query;
  }

  async function row(id: number): Promise<AttachmentRow | null> {
    const found = await db.query.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst();
    return found ?? null;
  }

  return {
    row,
    async get(id) {
      const found = await row(id);
      return found && read(found);
    },
    async list(query = {}) {
      if (query.include?.length === 0 || query.parents?.length === 0) return { attachments: [], total: 0 };
      const perPage = Math.min(Math.max(query.perPage ?? 10, 1), MAX_PER_PAGE);
      const offset = (Math.max(query.page ?? 1, 1) - 1) * perPage;
      const { total } = await matching(query)
        .select((of) => of.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const { orderBy = 'date', direction = 'desc', include = [] } = query;
      const all = matching(query).selectAll('attachments');
      if (orderBy === 'include') {
        // As many as were named, so all of them can be put in order here.
        const rows = await all.execute();
        const ordered = rows.toSorted((a, b) => include.indexOf(a.id) - include.indexOf(b.id));
        return { attachments: ordered.slice(offset, offset + perPage).map(read), total: Number(total) };
      }
      const rows = await all
        .orderBy(`attachments.${COLUMNS[orderBy]}`, direction)
        .orderBy('attachments.id', direction)
        .limit(perPage)
        .offset(offset)
        .execute();
      return { attachments: rows.map(read), total: Number(total) };
    },
    async idsAfter(id, count) {
      const query = db.query.selectFrom('attachments').select('id').where('id', '>', id);
      const rows = await query.orderBy('id').limit(count).execute();
      return rows.map((each) => each.id);
    },
    async ofPost(postId) {
      const post = await db.query
        .selectFrom('posts')
        .select(['content', 'featured_media'])
        .where('id', '=', postId)
        .executeTakeFirst();
      if (!post) return [];
      const named = new Set([post.featured_media, ...postImageIds(post.content, site.media)]);
      const rows = await db.query
        .selectFrom('attachments')
        .selectAll()
        .where((of) => of.or([of('post_id', '=', postId), of('id', 'in', [...named])]))
        .where('mime_type', '>=', 'image/')
        .where('mime_type', '<', 'image0')
        .orderBy('id')
        .execute();
      return rows.map(read);
    },
    async isPublic({ id, postId }) {
      const found = await db.query
        .selectFrom('posts')
        .select('id')
        .where('status', 'in', PUBLIC)
        .where('type', 'not in', hidden())
        .where((of) => of.or([of('id', '=', postId), of('featured_media', '=', id)]))
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
