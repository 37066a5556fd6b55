import type { Insertable } from 'kysely';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { HostError } from '../errors.js';
import type { Outbox } from '../outbox/outbox.js';
import type { User } from '../user.js';
import '../identity/tables.js';
import type { InvalidParameters } from '../schema/validate.js';
import { addressOf, chooseSlug } from './addresses.js';
import type { ChangeContext, ChangeSource } from './hooks.js';
import type { PostViewer } from './managed-posts.js';
import { assertParent, liftChildren } from './parents.js';
import { announceDeletion, announceSave } from './post-announcements.js';
import { invalidValue, postNotFound, versionConflict } from './post-errors.js';
import type { ContentFormat, Post, PostStatus, Posts } from './posts.js';
import { toColumns, toPost } from './posts.js';
import { assertRenderable, type Rendering, type TextTools } from './rendering.js';
import { assertTransition, scheduled } from './statuses.js';
import type { ContentTypes } from './types/content-types.js';
import type { MetaCheck } from './types/meta-field.js';
import type { PostType } from './types/post-type.js';

/** Values set by a writer. Absent members keep their value or take the default. */
export interface PostInput {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly contentFormat?: ContentFormat | undefined;
  readonly excerpt?: string | undefined;
  /** Source of the slug. A number is appended if the slug is taken. */
  readonly slug?: string | undefined;
  readonly status?: PostStatus | undefined;
  readonly authorId?: number | undefined;
  readonly parentId?: number | undefined;
  readonly featuredMedia?: number | undefined;
  readonly menuOrder?: number | undefined;
  readonly locale?: string | undefined;
  /** Date of publication, past or scheduled. Null for none. */
  readonly publishedAt?: Date | null | undefined;
  /** Values of registered fields. They replace the current values; null removes a field. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Term ids by taxonomy, primary first. They replace the terms of the given taxonomies only. */
  readonly terms?: Readonly<Record<string, readonly number[]>> | undefined;
}

/** The user who changes a post, and the means. */
export interface Writer {
  readonly user: User | null;
  /** @default 'code' */
  readonly source?: ChangeSource;
  /** Stores HTML unsanitized (`unfiltered_html`). Otherwise markup that could run code is removed. */
  readonly unfilteredHtml?: boolean;
  /** Files this viewer cannot find are treated as missing. Without a viewer, every file is found. */
  readonly viewer?: PostViewer;
}

/**
 * Writes posts of registered types. Callers check capabilities; this checks statuses, slugs and versions and announces
 * changes. Each change is one transaction that includes the terms.
 */
export interface Publishing {
  /**
   * @throws HostError 400 `rest_invalid_param`, `rest_invalid_author`, `post_type_managed`; 409
   *   `rest_post_invalid_transition`; 503 `text_too_slow`, `text_work_unavailable`
   */
  create(type: string, input: PostInput & { readonly title: string }, writer: Writer): Promise<Post>;
  /**
   * @param expectedVersion the `lockVersion` the writer has loaded
   * @throws HostError 404 `rest_post_invalid_id`, 412 `rest_post_version_conflict`, and like `create`
   */
  update(id: number, input: PostInput, writer: Writer, expectedVersion?: number): Promise<Post>;
  /**
   * Deletes permanently. To move a post to the trash, update its status. Its children move up one level.
   * @throws like `update`
   */
  delete(id: number, writer: Writer, expectedVersion?: number): Promise<Post>;
  /**
   * Publishes scheduled posts that are due by the database's clock. Repeated and concurrent runs publish each post
   * once.
   * @returns ids of the published posts
   */
  publishDue(time?: Date): Promise<number[]>;
}

export interface PublishingParts {
  readonly db: Database;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly posts: Posts;
  readonly types: ContentTypes;
  readonly checkMeta: MetaCheck;
  /** Checks whether an image with this id exists. Given a viewer, whether that viewer can find it. */
  readonly hasFile: (id: number, viewer?: PostViewer) => Promise<boolean>;
  readonly tools: Pick<TextTools, 'sanitize'>;
  readonly rendering: Pick<Rendering, 'html'>;
  /** BCP 47, lower case. */
  readonly defaultLocale: string;
}

/** Maximum attempts to choose a slug when concurrent saves take it first. */
const SLUG_ATTEMPTS = 25;
/** Maximum posts published per run. The rest are published by the next run. */
const DUE_AT_ONCE = 500;

const NO_CONTENT = { content: '', contentFormat: 'markdown' } as const;

/** Returns the content to store. @throws HostError 413 `rest_post_too_large` and like `Rendering.html` */
type StoredContent = (before: Pick<Post, 'content' | 'contentFormat' | 'locale'>) => Promise<string>;

/** Renders before the transaction. Errors are ignored here: the transaction throws them after its own checks. */
async function prepare(storedContent: StoredContent, before: Parameters<StoredContent>[0] | null): Promise<void> {
  if (before) await storedContent(before).catch(() => undefined);
}

export function createPublishing(parts: PublishingParts): Publishing {
  const { db, outbox, posts, types, checkMeta, hasFile, tools, rendering, defaultLocale } = parts;

  function typeNamed(name: string): PostType {
    const type = types.type(name);
    if (type && !type.managed) return type;
    if (type) throw notOurs(type);
    throw new HostError('post_type_unknown', `No active plugin provides the post type "${name}".`, { status: 404 });
  }

  /** Loads the post and locks its row until the end of the transaction. */
  async function locked(id: number, expectedVersion?: number): Promise<Post> {
    const row = await db.query.selectFrom('posts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    const post = row && types.type(row.type) ? toPost(row) : null;
    if (!post) throw postNotFound(id);
    typeNamed(post.type);
    if (expectedVersion !== undefined && post.lockVersion !== expectedVersion) throw versionConflict(post);
    return post;
  }

  /**
   * Returns a function that computes the content to store. A text that is too slow to render is refused, since it would
   * break every list with it. Results are cached, so that this work can be done before the transaction, which
   * blocks other writers.
   */
  function createStoredContent(input: PostInput, writer: Writer): StoredContent {
    const checked = new Map<string, Promise<string>>();
    const check = async (content: string, contentFormat: Post['contentFormat'], locale: string): Promise<string> => {
      if (contentFormat === 'html') return tools.sanitize(content);
      await rendering.html({ content, contentFormat, locale });
      return content;
    };
    return async (before) => {
      const { content = before.content, contentFormat = before.contentFormat, locale = before.locale } = input;
      assertRenderable(content);
      const isNew = content !== before.content || contentFormat !== before.contentFormat;
      // Text in another format was never checked as HTML: only a writer who sends it as HTML can be trusted with it.
      const isVouchedFor = writer.unfilteredHtml === true && input.content !== undefined;
      if (!isNew || (contentFormat === 'html' && isVouchedFor)) return content;
      // The format and the locale may have changed since the preparation, and with them what a text must pass.
      const key = JSON.stringify([contentFormat, locale.toLowerCase(), content]);
      const stored = checked.get(key) ?? check(content, contentFormat, locale.toLowerCase());
      checked.set(key, stored);
      return stored;
    };
  }

  /** Applies the input to the post and derives everything except its slug. */
  async function apply(
    before: Post,
    type: PostType,
    input: PostInput,
    writer: Writer,
    now: Date,
    storedContent: StoredContent,
  ): Promise<Post> {
    const { meta, terms: _terms, slug: _slug, ...changes } = input;
    const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Post>;
    const next: Post = { ...before, ...set, locale: (changes.locale ?? before.locale).toLowerCase() };
    if (meta) next.meta = mergedMeta(type.name, before.meta, meta);
    if (changes.status !== undefined || changes.publishedAt !== undefined) {
      Object.assign(next, scheduled(next.status, next.publishedAt, now));
    }
    assertTransition(before.id === 0 ? null : before, next.status);
    if (next.status !== before.status) next.statusBeforeTrash = next.status === 'trash' ? before.status : null;
    next.content = await storedContent(before);
    if (next.authorId !== before.authorId) await assertAuthor(next.authorId);
    if (next.featuredMedia !== before.featuredMedia) await assertMedia(next.featuredMedia, writer);
    if (next.parentId !== before.parentId) await assertParent(db, type, next);
    return next;
  }

  function mergedMeta(type: string, before: Post['meta'], changes: Readonly<Record<string, unknown>>): Post['meta'] {
    const fields = types.metaOf(type);
    const entries = Object.entries(changes).filter(([, value]) => value !== null);
    const invalid: InvalidParameters = checkMeta(fields, Object.fromEntries(entries));
    for (const key of Object.keys(changes)) {
      if (!fields.has(key)) invalid[key] = { code: 'rest_invalid_param', message: `unknown field "${key}".` };
    }
    const [fault] = Object.entries(invalid);
    if (fault) throw invalidValue('meta', `meta.${fault[0]}: ${fault[1].message}`);
    const merged = { ...before, ...changes };
    return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  }

  async function assertAuthor(id: number): Promise<void> {
    const found = id === 0 || (await db.query.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst());
    if (!found) throw invalidValue('author', `The author ${id} does not exist.`, 'rest_invalid_author');
  }

  async function assertMedia(id: number, { viewer }: Writer): Promise<void> {
    if (id === 0 || (await hasFile(id, viewer))) return;
    const message = `File ${id} does not exist in the media library.`;
    throw invalidValue('featured_media', message, 'rest_invalid_featured_media');
  }

  /** A post in the trash gives up its address. */
  async function place(
    post: Post,
    requestedSlug: string,
    id: number,
  ): Promise<{ slug: string; address: string | null }> {
    if (post.status === 'trash') return { slug: post.slug, address: null };
    const slug = await chooseSlug(db, post, requestedSlug, post.title, id);
    return { slug, address: addressOf(post, slug) };
  }

  /** @returns whether the terms changed */
  async function saveTerms(id: number, type: PostType, terms: PostInput['terms']): Promise<boolean> {
    let isChanged = false;
    for (const [taxonomy, termNames] of Object.entries(terms ?? {})) {
      const ids = [...new Set(termNames)];
      const definition = types.taxonomiesOf(type).find(({ name }) => name === taxonomy);
      const label = definition?.rest ? definition.rest.base : taxonomy;
      if (!definition) throw invalidValue(label, `Posts of the type "${type.name}" do not have ${taxonomy}.`);
      const rows = await db.query
        .selectFrom('terms')
        .select('id')
        .where('taxonomy', '=', taxonomy)
        .where('id', 'in', [...ids, 0])
        .execute();
      const missing = ids.find((termId) => !rows.some((row) => row.id === termId));
      if (missing !== undefined) throw invalidValue(label, `Term ${missing} does not exist in ${label}.`);
      if (String(await posts.termIds(id, taxonomy)) === String(ids)) continue;
      await posts.setTerms(id, taxonomy, ids);
      isChanged = true;
    }
    return isChanged;
  }

  /** Scheduled posts that are due, of types managed by the core. */
  const due = (now: Date) =>
    db.query
      .selectFrom('posts')
      .selectAll()
      .where('status', '=', 'future')
      .where('published_at', '<=', utc.encode(now))
      .where(
        'type',
        'in',
        types.types().flatMap(({ name, managed }) => (managed ? [] : [name])),
      );

  /** Retries on a unique violation, which happens when two processes choose the same slug. */
  async function withFreeSlug<T>(work: (attempt: number) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction(() => work(attempt));
      } catch (error) {
        if (!db.isUniqueViolation(error) || attempt === SLUG_ATTEMPTS) throw error;
      }
    }
  }

  const contextOf = ({ user, source = 'code' }: Writer): ChangeContext => ({ user, source });

  return {
    async create(typeName, input, writer) {
      const type = typeNamed(typeName);
      const storedContent = createStoredContent(input, writer);
      await prepare(storedContent, { ...NO_CONTENT, locale: defaultLocale });
      return withFreeSlug(async () => {
        const now = new Date();
        const blank = newPost(type.name, writer.user?.id ?? 0, defaultLocale, now);
        const draft = await apply(blank, type, input, writer, now, storedContent);
        const { slug, address } = await place(draft, input.slug ?? '', 0);
        const id = await db.insert('posts', {
          ...(toColumns(draft) as Insertable<Tables['posts']>),
          slug,
          address,
        });
        await saveTerms(id, type, input.terms);
        const post = { ...draft, slug, id };
        await announceSave(outbox, post, null, contextOf(writer));
        return post;
      });
    },
    async update(id, input, writer, expectedVersion) {
      const storedContent = createStoredContent(input, writer);
      await prepare(storedContent, await posts.get(id));
      return withFreeSlug(async (attempt) => {
        const before = await locked(id, expectedVersion);
        const type = typeNamed(before.type);
        const now = new Date();
        const next = await apply(before, type, input, writer, now, storedContent);
        const isPlacedAnew = attempt > 1 || input.slug !== undefined || isElsewhere(before, next);
        const { slug, address } = isPlacedAnew
          ? await place(next, input.slug ?? before.slug, id)
          : { slug: before.slug, address: next.status === 'trash' ? null : addressOf(next, before.slug) };
        next.slug = slug;
        const hasOtherTerms = await saveTerms(id, type, input.terms);
        if (!hasOtherTerms && JSON.stringify(next) === JSON.stringify(before)) return before;
        next.lockVersion = before.lockVersion + 1;
        next.modifiedAt = now;
        await db.query
          .updateTable('posts')
          .set({ ...toColumns(next), address })
          .where('id', '=', id)
          .execute();
        await announceSave(outbox, next, before, contextOf(writer));
        return next;
      });
    },
    delete(id, writer, expectedVersion) {
      return withFreeSlug(async () => {
        const post = await locked(id, expectedVersion);
        if (typeNamed(post.type).hierarchical) await liftChildren(db, post);
        await posts.delete(id);
        await announceDeletion(outbox, post, contextOf(writer));
        return post;
      });
    },
    async publishDue(time) {
      const now = time ?? (await db.now());
      const published: number[] = [];
      for (const { id } of await due(now).orderBy('published_at').limit(DUE_AT_ONCE).execute()) {
        await db.transaction(async () => {
          const row = await due(now).where('id', '=', id).forUpdate().executeTakeFirst();
          if (!row) return;
          const before = toPost(row);
          const next: Post = { ...before, status: 'publish', lockVersion: before.lockVersion + 1, modifiedAt: now };
          await posts.update(id, { status: 'publish', lockVersion: next.lockVersion, modifiedAt: now });
          await announceSave(outbox, next, before, { user: null, source: 'schedule' });
          db.afterCommit(() => void published.push(id));
        });
      }
      return published;
    },
  };
}

/** Whether the post moved, or left the trash: its slug may be taken there. */
function isElsewhere(before: Post, after: Post): boolean {
  const isBack = before.status === 'trash' && after.status !== 'trash';
  return before.parentId !== after.parentId || before.locale !== after.locale || isBack;
}

function newPost(type: string, authorId: number, locale: string, now: Date): Post {
  return {
    id: 0,
    type,
    status: 'draft',
    title: '',
    slug: '',
    ...NO_CONTENT,
    excerpt: '',
    authorId,
    parentId: 0,
    featuredMedia: 0,
    menuOrder: 0,
    locale,
    meta: {},
    createdAt: now,
    modifiedAt: now,
    publishedAt: null,
    lockVersion: 1,
    statusBeforeTrash: null,
  };
}

function notOurs({ name, owner }: PostType): HostError {
  const message = `Only "${owner}" can write posts of the type "${name}". Use its routes.`;
  return new HostError('post_type_managed', message, { status: 400 });
}
