import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { OwnedHooks } from '../../hooks/hooks.js';
import type { PostViewer } from '../content/managed-posts.js';
import type { TextTools } from '../content/rendering.js';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { UploadStore } from '../http/upload-store.js';
import type { Outbox } from '../outbox/outbox.js';
import type { ByteRange, ObjectStore } from '../services/objects/object-store.js';
import type { Site } from '../site.js';
import type { MediaReading } from './access.js';
import type { Attachment, AttachmentFields } from './attachment.js';
import { createDraft, type MediaDraft } from './draft.js';
import { type ExaminedFile, examine, typeOfFile } from './examine.js';
import { createImageEngine, type ImageEngine } from './image-engine.js';
import { attachmentChanged, attachmentNotFound, postInvalid, sourceMissing, typeRefused } from './media-errors.js';
import type { MediaQueries } from './media-queries.js';
import { mediaTypeOf } from './media-types.js';
import { isMissing, readStored } from './read-stored.js';
import { type AttachmentRow, fieldColumns, storedSizes, toAttachment } from './rows.js';
import { DEFAULT_SIZES, type SizeDefinitions } from './sizes.js';
import { type MediaSource, withFile } from './spool.js';
import { createMediaFiles, type MediaFiles, type StoredVersion } from './versions.js';
import './hooks.js';

export type { DraftFile, MediaDraft } from './draft.js';
export type { MediaSource } from './spool.js';

/** A file to be added to the library. */
export interface NewAttachment extends Partial<AttachmentFields> {
  /** File name given by the client. It is sanitized before use. */
  readonly filename: string;
  /** 0 for none. */
  readonly authorId?: number;
  /** Aborts the upload. Nothing is kept. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link Media.replace}. */
export interface ReplaceOptions {
  /** Default: the current name. */
  readonly filename?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The media library. Files are stored before a row refers to them, each version under its own token, and are deleted
 * after the last row that refers to them. Whenever a process crashes, every row has its files, and files without a row
 * are swept a day later.
 */
export interface Media extends Omit<MediaQueries, 'row' | 'isVisible'> {
  /** Whether a viewer can find the file, see `visibleTo` of `list` and the filter `media_may_read`. */
  isVisible(attachment: Attachment, viewer: PostViewer): Promise<boolean>;
  /**
   * Adds a file: detects its type, makes its sizes and writes its row. Nothing is kept if it fails.
   * @throws HostError 415 `media_type_refused`, `media_heic_unsupported`, 413 `media_too_large`, `media_too_many_pixels`, 422 `media_damaged`,
   * `media_empty`, 400 `media_post_invalid`, 507 `storage_full`, 503 `storage_unavailable`
   */
  create(source: MediaSource, fields: NewAttachment): Promise<Attachment>;
  /** Replaces the file under the same id, with a new URL. @throws like `create`, 404 `attachment_not_found` */
  replace(id: number, source: MediaSource, options?: ReplaceOptions): Promise<Attachment>;
  /**
   * @throws HostError `attachment_not_found`, `media_post_invalid`, 409 `attachment_changed` if it regenerates sizes
   */
  update(id: number, changes: Partial<AttachmentFields>): Promise<Attachment>;
  /**
   * Deletes it with all its files, and clears it as featured image of posts. @throws HostError `attachment_not_found`
   */
  delete(id: number): Promise<Attachment>;
  /**
   * Regenerates the sizes if they are out of date.
   * @param options.force regenerates them even if they are up to date
   * @returns whether anything changed
   * @throws HostError `attachment_not_found`, 409 `media_file_missing`, `attachment_changed` after a concurrent
   * change
   */
  regenerate(id: number, options?: { readonly force?: boolean }): Promise<{ attachment: Attachment; changed: boolean }>;
  /**
   * Starts the next version of an image, whose files the caller makes. Sizes regenerated later are made from these
   * files, unless the filter `media_original` returns others.
   */
  draft(attachment: Attachment): MediaDraft;
  /** Removes the files of an abandoned draft. Does nothing if they were published. */
  discard(token: string): Promise<void>;
  /** The sizes made of images. */
  sizes(): SizeDefinitions;
  /** Reads a file. @param size `full` for the original @throws HostError `storage_missing` */
  read(id: number, size?: string, range?: ByteRange): Promise<Readable>;
  /**
   * Reads all files of a version into memory, by size, with `full` first.
   * @throws HostError 409 `attachment_changed` if another version is current, 404 `attachment_not_found`,
   * `storage_missing`
   */
  readVersion(attachment: Pick<Attachment, 'id' | 'version'>): Promise<ReadonlyMap<string, Buffer>>;
}

export interface MediaOptions {
  readonly db: Database;
  readonly site: Site;
  readonly hooks: OwnedHooks;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly objects: ObjectStore;
  readonly uploads: UploadStore;
  readonly log: Logger;
  readonly limits: { readonly maxBytes: number; readonly maxPixels: number };
  /** Default: the one of sharp. */
  readonly images?: ImageEngine;
  readonly tools: Pick<TextTools, 'sanitize'>;
  readonly queries: MediaQueries;
  readonly reading: Pick<MediaReading, 'mayFind'>;
}

export function createMedia(options: MediaOptions): Media {
  const { db, site, hooks, outbox, objects, uploads, log, limits, queries, reading, tools } = options;
  const { images = createImageEngine(limits.maxPixels) } = options;
  const sizes = (): SizeDefinitions => hooks.applyFilters('media_sizes', DEFAULT_SIZES);
  const files: MediaFiles = createMediaFiles({ objects, images, sizes, log });
  const read = (row: AttachmentRow): Attachment => toAttachment(row, site);

  /** Converts HEIC, which few browsers show, to JPEG if the image library reads it. */
  async function converted<T>(file: string, work: (file: string) => Promise<T>): Promise<T> {
    if ((await typeOfFile(file)) !== 'image/heic' || !(await images.readsHeic())) return work(file);
    return withFile(await images.toJpeg(file), { uploads, maxBytes: Number.POSITIVE_INFINITY }, work);
  }

  function received<T>(source: MediaSource, signal: AbortSignal | undefined, work: (file: string) => Promise<T>) {
    return withFile(source, { uploads, maxBytes: limits.maxBytes, signal }, (file) => converted(file, work));
  }

  async function examined(file: string, filename: string, authorId: number): Promise<ExaminedFile> {
    const result = await examine(file, filename, images);
    const { mimeType, bytes, image } = result;
    const shape = { width: image?.width ?? null, height: image?.height ?? null };
    const candidate = { mimeType, bytes, authorId, filename: result.filename, ...shape };
    const accepted = mediaTypeOf(mimeType).accepted;
    if (await hooks.applyFiltersAsync('media_accept', accepted, candidate)) return result;
    throw typeRefused(mimeType);
  }

  /** Writes the row of stored files, and removes the files if that fails. */
  async function publish<T>(token: string, write: () => Promise<T>): Promise<T> {
    try {
      return await db.transaction(write);
    } catch (error) {
      // A connection lost during the commit leaves its outcome open. If it cannot be determined, the sweep cleans up.
      const row = await rowOfToken(token).catch(() => undefined);
      if (row === null) await files.remove(token);
      throw error;
    }
  }

  async function rowOfToken(token: string): Promise<{ id: number } | null> {
    const row = await db.query.selectFrom('attachments').select('id').where('token', '=', token).executeTakeFirst();
    return row ?? null;
  }

  /** Loads the row and locks it until the end of the transaction, so that changes run one after the other. */
  async function requireRow(id: number): Promise<AttachmentRow> {
    const row = await db.query
      .selectFrom('attachments')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw attachmentNotFound(id);
    return row;
  }

  async function assertPost(postId: number | undefined): Promise<void> {
    if (postId === undefined || postId === 0) return;
    const post = await db.query.selectFrom('posts').select('id').where('id', '=', postId).executeTakeFirst();
    if (!post) throw postInvalid();
  }

  async function change(row: AttachmentRow, columns: Partial<AttachmentRow>): Promise<Attachment> {
    const changed = { ...columns, modified_at: utc.encode(new Date()) };
    await db.query.updateTable('attachments').set(changed).where('id', '=', row.id).execute();
    return read({ ...row, ...changed });
  }

  /** Publishes a new version of an attachment. The old files are removed after the commit. */
  async function supersede(id: number, token: string, next: Succession): Promise<Attachment> {
    return publish(token, async () => {
      const row = await requireRow(id);
      if (next.of !== undefined && row.version !== next.of) throw attachmentChanged(id);
      const after = await change(row, { ...next.columns, token, version: row.version + 1 });
      await next.within?.(after);
      if (next.isReplaced) await outbox.announce('attachment_replaced', after, read(row));
      else await outbox.announce('attachment_updated', after, read(row));
      db.afterCommit(() => files.remove(row.token));
      return after;
    });
  }

  async function rerender(row: AttachmentRow, columns: Partial<AttachmentRow>): Promise<Attachment> {
    const { focalPoint } = read({ ...row, ...columns });
    const original = await hooks.applyFiltersAsync('media_original', null, read(row));
    const content =
      original ??
      (await readStored(row, 'full', (key) => objects.read(key)).catch((error: unknown) => {
        throw isMissing(error) ? sourceMissing(error) : error;
      }));
    return withFile(content, { uploads, maxBytes: Number.POSITIVE_INFINITY }, async (file) => {
      const result = await examine(file, row.filename, images);
      const version = await files.store(file, result, focalPoint);
      // A file from `media_original` may have other bytes and dimensions than the stored one.
      const changed = { ...columns, ...contentColumns(result), ...versionColumns(version) };
      return supersede(row.id, version.token, { columns: changed, of: row.version });
    });
  }

  return {
    ...queries,
    isVisible: (attachment, viewer) => reading.mayFind(viewer, attachment),
    sizes,
    async create(source, { filename, authorId = 0, signal, ...fields }) {
      await assertPost(fields.postId);
      const cleaned = await clean(fields, tools);
      return received(source, signal, async (file) => {
        const result = await examined(file, filename, authorId);
        const version = await files.store(file, result, fields.focalPoint ?? null, signal);
        return publish(version.token, async () => {
          const now = utc.encode(new Date());
          const row = await db.insertOne('attachments', {
            ...EMPTY,
            title: titleOf(result.filename),
            ...fieldColumns(cleaned),
            ...contentColumns(result),
            ...versionColumns(version),
            token: version.token,
            version: 1,
            salt: randomBytes(16).toString('hex'),
            author_id: authorId,
            created_at: now,
            modified_at: now,
          });
          const attachment = read(row);
          await outbox.announce('attachment_created', attachment);
          return attachment;
        });
      });
    },
    async replace(id, source, { filename, signal } = {}) {
      const row = await queries.row(id);
      if (!row) throw attachmentNotFound(id);
      return received(source, signal, async (file) => {
        const result = await examined(file, filename ?? row.filename, row.author_id);
        const version = await files.store(file, result, read(row).focalPoint, signal);
        const columns = { ...contentColumns(result), ...versionColumns(version) };
        return supersede(id, version.token, { columns, isReplaced: true });
      });
    },
    async update(id, changes) {
      await assertPost(changes.postId);
      const columns = fieldColumns(await clean(changes, tools));
      const row = await queries.row(id);
      if (!row) throw attachmentNotFound(id);
      const crops = changes.focalPoint !== undefined && row.width !== null;
      if (crops && files.recipe(read({ ...row, ...columns }).focalPoint) !== row.sizes_recipe) {
        return rerender(row, columns);
      }
      return db.transaction(async () => {
        const before = await requireRow(id);
        const after = await change(before, columns);
        await outbox.announce('attachment_updated', after, read(before));
        return after;
      });
    },
    delete: (id) =>
      db.transaction(async () => {
        const row = await requireRow(id);
        await db.query.deleteFrom('attachments').where('id', '=', id).execute();
        await db.query.updateTable('posts').set({ featured_media: 0 }).where('featured_media', '=', id).execute();
        const attachment = read(row);
        await outbox.announce('attachment_deleted', attachment);
        db.afterCommit(() => files.remove(row.token));
        return attachment;
      }),
    async regenerate(id, { force = false } = {}) {
      const row = await queries.row(id);
      if (!row) throw attachmentNotFound(id);
      const attachment = read(row);
      const isCurrent = row.sizes_recipe === files.recipe(attachment.focalPoint);
      if (row.width === null || (isCurrent && !force)) return { attachment, changed: false };
      return { attachment: await rerender(row, {}), changed: true };
    },
    draft: (attachment) =>
      createDraft(attachment, {
        objects,
        publish: ({ token, sizes: storedSizes, ...shape }, within) => {
          const columns = { ...shape, sizes: json.encode(storedSizes) };
          const { id, version: of } = attachment;
          return supersede(id, token, { columns, of, within });
        },
        remove: files.remove,
      }),
    async discard(token) {
      if ((await rowOfToken(token)) === null) await files.remove(token);
    },
    async read(id, size = 'full', range) {
      const row = await queries.row(id);
      if (!row || (size !== 'full' && !Object.hasOwn(storedSizes(row), size))) throw attachmentNotFound(id);
      return readStored(row, size, (key) => objects.read(key, range));
    },
    async readVersion({ id, version }) {
      const row = await queries.row(id);
      if (!row) throw attachmentNotFound(id);
      if (row.version !== version) throw attachmentChanged(id);
      const names = ['full', ...Object.keys(storedSizes(row))];
      const readOne = async (size: string) =>
        [size, await readStored(row, size, (key) => objects.readAll(key))] as const;
      try {
        return new Map(await Promise.all(names.map(readOne)));
      } catch (error) {
        // Files are deleted together with their version.
        const now = isMissing(error) ? await queries.row(id) : row;
        throw now && now.version !== version ? attachmentChanged(id) : error;
      }
    },
  };
}

/** Values of the next version. */
interface Succession {
  readonly columns: Partial<AttachmentRow>;
  /** Whether the content was replaced, rather than displayed differently. */
  readonly isReplaced?: boolean;
  /** The version it was made from; the change fails if another is current. Default: any version. */
  readonly of?: number;
  /** Runs in the same transaction. */
  readonly within?: (after: Attachment) => Promise<void>;
}

const EMPTY = { post_id: 0, alt_text: '', caption: '', description: '', focal_point: null } as const;

function versionColumns({ sha256, sizes, recipe }: StoredVersion) {
  return { sha256, sizes: json.encode(sizes), sizes_recipe: recipe };
}

function contentColumns({ filename, mimeType, bytes, image }: ExaminedFile) {
  return { filename, mime_type: mimeType, bytes, width: image?.width ?? null, height: image?.height ?? null };
}

async function clean(
  fields: Partial<AttachmentFields>,
  { sanitize }: Pick<TextTools, 'sanitize'>,
): Promise<Partial<AttachmentFields>> {
  const { caption, description } = fields;
  return {
    ...fields,
    ...(caption === undefined ? {} : { caption: await sanitize(caption) }),
    ...(description === undefined ? {} : { description: await sanitize(description) }),
  };
}

/** Makes the title `summer in prague` from `summer_in-prague.jpg`. */
function titleOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  const base = (dot > 0 ? filename.slice(0, dot) : filename).replace(/[_-]+/g, ' ').trim();
  return base === '' ? filename : base;
}
