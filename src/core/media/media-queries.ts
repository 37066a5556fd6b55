import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { OwnedHooks } from '../../hooks/hooks.js';
import { type PostViewer, readablePosts, STRANGER } from '../content/managed-posts.js';
import type { ContentTypes } from '../content/types/content-types.js';
import { utc } from '../database/codec.js';
import { contains } from '../database/contains.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import type { Site } from '../site.js';
import type { Attachment } from './attachment.js';
import { postImageIds } from './post-images.js';
import { type AttachmentRow, toAttachment } from './rows.js';
import '../content/tables.js';
import './hooks.js';

/** Filter, order and page of a list of attachments. */
export interface MediaQuery {
  /** Text contained in the title, file name, alternative text or caption. */
  readonly search?: string | undefined;
  /** `image/png`, or `image` for all images. */
  readonly mimeType?: string | undefined;
  /** Ids of the posts they belong to. 0 for files without a post. */
  readonly parents?: readonly number[] | undefined;
  readonly notParents?: readonly number[] | undefined;
  readonly authors?: readonly number[] | undefined;
  readonly notAuthors?: readonly number[] | undefined;
  /** Uploaded after this time. */
  readonly after?: Date | undefined;
  readonly before?: Date | undefined;
  readonly modifiedAfter?: Date | undefined;
  readonly modifiedBefore?: Date | undefined;
  /** Hash of the original, in hex. */
  readonly sha256?: string | undefined;
  readonly include?: readonly number[] | undefined;
  readonly exclude?: readonly number[] | undefined;
  /** Only files that belong to a public post or are its featured image, see `isPublic`. */
  readonly publicOnly?: boolean | undefined;
  /**
   * Only files this viewer can find: those of posts the viewer may read and, for uploaders, all others except files of
   * posts that a plugin hides. Files named by `media_hidden` are always left out.
   */
  readonly visibleTo?: PostViewer | undefined;
  readonly orderBy?: 'date' | 'id' | 'include' | 'modified' | 'title' | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  /** Starts at 1. */
  readonly page?: number | undefined;
  /** At most 100. @default 10 */
  readonly perPage?: number | undefined;
  /** Files to skip, in place of `page`. */
  readonly offset?: number | undefined;
}

/** Read access to the media library. */
export interface MediaQueries {
  get(id: number): Promise<Attachment | null>;
  list(query?: MediaQuery): Promise<{ readonly attachments: readonly Attachment[]; readonly total: number }>;
  /** Returns the next ids after this one in ascending order, for long jobs over all files. */
  idsAfter(id: number, count: number): Promise<number[]>;
  /**
   * Lists the images of a post: attached, featured and embedded ones, each once and ordered by id. Empty if the post
   * does not exist.
   */
  ofPost(postId: number): Promise<readonly Attachment[]>;
  /**
   * Whether anyone may see the file because it belongs to a public post or is its featured image. Files of managed
   * posts are only opened by their own post, not by being featured in another.
   */
  isPublic(attachment: Pick<Attachment, 'id'>): Promise<boolean>;
  /** Whether a viewer can find the file, see `visibleTo` of `list`. */
  isVisible(attachment: Pick<Attachment, 'id'>, viewer: PostViewer): Promise<boolean>;
  row(id: number): Promise<AttachmentRow | null>;
}

const MAX_PER_PAGE = 100;
/** An author id that matches nothing. */
const NO_MATCH = -1;

const COLUMNS = { date: 'created_at', modified: 'modified_at', title: 'title', id: 'id' } as const;

export interface MediaQueriesParts {
  readonly db: Database;
  readonly site: Site;
  readonly types: Pick<ContentTypes, 'types'>;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
}

export function createMediaQueries({ db, site, types, hooks }: MediaQueriesParts): MediaQueries {
  const read = (row: AttachmentRow): Attachment => toAttachment(row, site);

  /** The visibility condition of a query. Null for none. */
  async function shownIn({ publicOnly, visibleTo }: MediaQuery): Promise<AttachmentCondition | null> {
    if (visibleTo) return withoutHidden(await shownTo(visibleTo), visibleTo);
    return publicOnly ? shownBy(STRANGER) : null;
  }

  async function shownTo(viewer: PostViewer): Promise<AttachmentCondition | null> {
    const mayUpload = await viewer.can('upload_files');
    const managed = types.types().flatMap((type) => (type.managed ? [type.name] : []));
    if (mayUpload && managed.length === 0) return null;
    const byPosts = await shownBy(viewer);
    if (!mayUpload) return byPosts;
    return (of) =>
      of.or([
        byPosts(of),
        of('attachments.author_id', '=', viewer.reader?.id ?? NO_MATCH),
        of.not(of.exists(ownerOf(of).where('posts.type', 'in', managed))),
      ]);
  }

  /**
   * Selects files that belong to a post the viewer may read, or are its featured image. Files that belong to a managed
   * post, or to one whose type is gone, are not opened by being featured.
   */
  async function shownBy(viewer: PostViewer): Promise<AttachmentCondition> {
    const condition = (await readablePosts(types, viewer))(expressionBuilder<Tables, 'posts'>());
    const ours = types.types().flatMap(({ name, managed }) => (managed ? [] : [name]));
    return (of) => {
      const featuring = of
        .selectFrom('posts')
        .select('posts.id')
        .whereRef('posts.featured_media', '=', 'attachments.id');
      // Not every database accepts an empty IN list.
      const isGuarded = of.exists(ownerOf(of).where('posts.type', 'not in', ['', ...ours]));
      return of.or([
        of.exists(ownerOf(of).where(condition)),
        of.and([of.exists(featuring.where(condition)), of.not(isGuarded)]),
      ]);
    };
  }

  async function withoutHidden(
    condition: AttachmentCondition | null,
    viewer: PostViewer,
  ): Promise<AttachmentCondition | null> {
    const hidden = await hooks.applyFiltersAsync('media_hidden', [], viewer);
    if (hidden.length === 0) return condition;
    // Inlined as literals: there may be more ids than a statement allows parameters.
    const ids = sql.join(hidden.map((id) => sql.lit(id)));
    const notHidden = sql<SqlBool>`${sql.ref('attachments.id')} not in (${ids})`;
    return (of) => (condition ? of.and([condition(of), notHidden]) : notHidden);
  }

  const viewed = (query: MediaQuery, condition: AttachmentCondition | null) =>
    condition ? matching(query).where(condition) : matching(query);

  function matching({ search, mimeType, sha256, include, ...more }: MediaQuery) {
    let query = db.query.selectFrom('attachments');
    if (search) {
      const texts = ['title', 'filename', 'alt_text', 'caption'].map(
        (name) => sql`lower(${sql.ref(`attachments.${name}`)})`,
      );
      query = query.where((where) => where.or(texts.map((text) => contains(text, search.toLowerCase()))));
    }
    if (mimeType?.includes('/')) query = query.where('mime_type', '=', mimeType);
    else if (mimeType) query = query.where('mime_type', '>=', `${mimeType}/`).where('mime_type', '<', `${mimeType}0`);
    const { parents, notParents = [], authors, notAuthors = [], exclude = [] } = more;
    if (parents) query = query.where('post_id', 'in', [...parents]);
    if (notParents.length > 0) query = query.where('post_id', 'not in', [...notParents]);
    if (authors) query = query.where('author_id', 'in', [...authors]);
    if (notAuthors.length > 0) query = query.where('author_id', 'not in', [...notAuthors]);
    const { after, before, modifiedAfter, modifiedBefore } = more;
    if (after) query = query.where('created_at', '>', utc.encode(after));
    if (before) query = query.where('created_at', '<', utc.encode(before));
    if (modifiedAfter) query = query.where('modified_at', '>', utc.encode(modifiedAfter));
    if (modifiedBefore) query = query.where('modified_at', '<', utc.encode(modifiedBefore));
    if (sha256 !== undefined) query = query.where('sha256', '=', sha256);
    if (include) query = query.where('id', 'in', [...include]);
    if (exclude.length > 0) query = query.where('id', 'not in', [...exclude]);
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
      const isNothing = [query.include, query.parents, query.authors].some((list) => list?.length === 0);
      if (isNothing) return { attachments: [], total: 0 };
      const perPage = Math.min(Math.max(query.perPage ?? 10, 1), MAX_PER_PAGE);
      const offset = query.offset ?? (Math.max(query.page ?? 1, 1) - 1) * perPage;
      const condition = await shownIn(query);
      const { total } = await viewed(query, condition)
        .select((of) => of.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const { orderBy = 'date', direction = 'desc', include = [] } = query;
      const all = viewed(query, condition).selectAll('attachments');
      if (orderBy === 'include') {
        // At most as many rows as ids were given, so they can be sorted here.
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
      return rows.map((row) => row.id);
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
    async isPublic({ id }) {
      const named = db.query.selectFrom('attachments').select('attachments.id').where('attachments.id', '=', id);
      return (await named.where(await shownBy(STRANGER)).executeTakeFirst()) !== undefined;
    },
    async isVisible({ id }, viewer) {
      const condition = await shownTo(viewer);
      if (!condition) return true;
      const named = db.query.selectFrom('attachments').select('attachments.id').where('attachments.id', '=', id);
      return (await named.where(condition).executeTakeFirst()) !== undefined;
    },
  };
}

/** A condition on `attachments` that selects files. */
type AttachmentCondition = (of: ExpressionBuilder<Tables, 'attachments'>) => Expression<SqlBool>;

/** Selects the post that a file belongs to. */
function ownerOf(of: ExpressionBuilder<Tables, 'attachments'>) {
  return of.selectFrom('posts').select('posts.id').whereRef('posts.id', '=', 'attachments.post_id');
}
