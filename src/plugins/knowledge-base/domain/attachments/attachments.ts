import { bool, type Database, utc } from '../../../../database.js';
import { HostError, type User } from '../../../../index.js';
import type { Attachment, Media } from '../../../../media.js';
import type { Outbox } from '../../../../webhooks.js';
import type { Article } from '../articles/article.js';
import { incrementCounters } from '../articles/article-counters.js';
import { lockArticle } from '../articles/article-store.js';
import { attachmentNotFound, invalidParam } from '../errors.js';
import { type ArticleAttachment, type AttachmentRow, toAttachment } from './attachment.js';
import { createFileUses } from './file-uses.js';
import type { RuledFiles } from './ruled-files.js';

/** Editable fields of an attachment. */
export interface AttachmentFields {
  readonly title: string;
  readonly description: string;
  readonly order: number;
  readonly ruleId: number | null;
}

/** Partial fields. Undefined ones stay unchanged. */
export type ChangedFields = { readonly [Name in keyof AttachmentFields]?: AttachmentFields[Name] | undefined };

export interface NewArticleAttachment extends ChangedFields {
  readonly file: Attachment;
  /** True if the file was uploaded for the article and is deleted with it. */
  readonly isOwnFile: boolean;
  readonly by: User | null;
  /** Imported history. Default: created now, without downloads. */
  readonly past?: Pick<ArticleAttachment, 'downloads' | 'lastDownloadAt' | 'createdAt'>;
}

/** A use of a file by an article. */
export type FileUse = Pick<ArticleAttachment, 'articleId' | 'ruleId'>;

/** A use of a file with the file's id. */
export interface GuardedUse extends FileUse {
  readonly mediaId: number;
  /** User who uploaded the file. */
  readonly fileAuthorId: number;
}

/** Stores the attachments of articles. Callers check permissions. */
export interface Attachments {
  /** Returns an attachment. Null if it does not exist or its file was deleted from the library. */
  get(id: number): Promise<ArticleAttachment | null>;
  /** Returns an article's attachments in order. */
  of(articleId: number): Promise<ArticleAttachment[]>;
  /** Returns the uses of a file of the library. */
  usesOf(mediaId: number): Promise<readonly FileUse[]>;
  /** Returns all uses of files with individual access: those with a rule of their own or without a post. */
  guardedUses(): Promise<readonly GuardedUse[]>;
  /**
   * Attaches a file.
   * @throws HostError 404 `vendor_kb_article_not_found`, 400 `vendor_kb_invalid_param` for a deleted file or too many
   *   files, 409 `vendor_kb_attachment_exists`
   */
  add(articleId: number, added: NewArticleAttachment): Promise<ArticleAttachment>;
  /** Updates an attachment. @throws HostError 404 `vendor_kb_attachment_not_found` */
  update(id: number, changes: ChangedFields): Promise<ArticleAttachment>;
  /**
   * Removes an attachment. Deletes its file if it was uploaded for the article and is unused elsewhere.
   * @throws HostError 404 `vendor_kb_attachment_not_found`
   */
  remove(id: number): Promise<ArticleAttachment>;
  /**
   * Moves these attachments to the front in this order. The others keep their order after them.
   * @throws HostError 400 `vendor_kb_invalid_param` for ids of other articles
   */
  reorder(articleId: number, ids: readonly number[]): Promise<void>;
  /** Removes the attachments of a deleted article. Call last in the deleting transaction. */
  removeAllOf(articleId: number): Promise<void>;
  /** Removes the attachments of a file that was deleted from the library. */
  forgetFile(mediaId: number): Promise<void>;
}

export interface AttachmentsParts {
  readonly db: Database;
  readonly media: Media;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly ruledFiles: Pick<RuledFiles, 'changed'>;
  /** Base path of the library's files. */
  readonly mediaPath: string;
}

/** Maximum attachments per article, which fit one unpaged list and one query of the library. */
export const MAX_ATTACHMENTS = 100;

export function createAttachments({ db, media, outbox, ruledFiles, mediaPath }: AttachmentsParts): Attachments {
  const { removeUnused } = createFileUses({ db, media, mediaPath });
  const rowsOf = (articleId: number) =>
    db.query
      .selectFrom('kb_attachments')
      .selectAll()
      .where('article_id', '=', articleId)
      .orderBy('position')
      .orderBy('id');

  const rowOf = (id: number): Promise<AttachmentRow | undefined> =>
    db.query.selectFrom('kb_attachments').selectAll().where('id', '=', id).executeTakeFirst();

  async function get(id: number): Promise<ArticleAttachment | null> {
    const row = await rowOf(id);
    const file = row && (await media.get(row.media_id));
    return row && file ? toAttachment(row, file) : null;
  }

  /** Loads an attachment and locks its article, as every change to an article's files does first. */
  async function locked(id: number): Promise<ArticleAttachment & { readonly article: Article }> {
    const row = await rowOf(id);
    const article = row && (await lockArticle(db, row.article_id));
    const found = article && (await get(id));
    if (!found) throw attachmentNotFound(id);
    return { ...found, article };
  }

  /**
   * Updates the count. Files with their own rule are not counted, since everyone with access to the article sees it.
   */
  async function count(articleId: number, change: number): Promise<void> {
    if (change !== 0) await incrementCounters(db, articleId, { attachments: change });
  }

  /** Locks the file until the end of the transaction, so that it cannot be deleted from the library. */
  async function holdFile(id: number): Promise<void> {
    const lockRow = db.query.selectFrom('attachments').select('id').where('id', '=', id).forUpdate();
    if (!(await lockRow.executeTakeFirst()))
      throw invalidParam('media_id', `File ${id} does not exist in the media library.`);
  }

  async function insert(articleId: number, added: NewArticleAttachment, position: number): Promise<number> {
    const { file, title = file.title, description = '', order = position, ruleId = null, isOwnFile, by } = added;
    const { downloads = 0, lastDownloadAt = null, createdAt = new Date() } = added.past ?? {};
    try {
      return await db.insert('kb_attachments', {
        article_id: articleId,
        media_id: file.id,
        title: [...title].slice(0, MAX_TITLE_LENGTH).join(''),
        description,
        position: order,
        rule_id: ruleId,
        is_own_file: bool.encode(isOwnFile),
        downloads,
        last_download_at: lastDownloadAt && utc.encode(lastDownloadAt),
        created_at: utc.encode(createdAt),
        created_by: by?.id ?? 0,
      });
    } catch (error) {
      throw db.isUniqueViolation(error) ? exists(file.id) : error;
    }
  }

  async function drop(row: Pick<AttachmentRow, 'id' | 'article_id' | 'rule_id'>): Promise<boolean> {
    const { numDeletedRows } = await db.query.deleteFrom('kb_attachments').where('id', '=', row.id).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await count(row.article_id, -counted(row.rule_id));
    return true;
  }

  return {
    get,
    async of(articleId) {
      const rows = await rowsOf(articleId).execute();
      if (rows.length === 0) return [];
      const include = rows.map(({ media_id }) => media_id);
      const { attachments: files } = await media.list({ include, perPage: MAX_ATTACHMENTS });
      const byId = new Map(files.map((file) => [file.id, file]));
      return rows.flatMap((row) => {
        const file = byId.get(row.media_id);
        return file ? [toAttachment(row, file)] : [];
      });
    },
    async usesOf(mediaId) {
      const rows = await db.query
        .selectFrom('kb_attachments')
        .select(['article_id', 'rule_id'])
        .where('media_id', '=', mediaId)
        .execute();
      return rows.map((row) => ({ articleId: row.article_id, ruleId: row.rule_id }));
    },
    async guardedUses() {
      const rows = await db.query
        .selectFrom('kb_attachments')
        .innerJoin('attachments', 'attachments.id', 'kb_attachments.media_id')
        .select(['kb_attachments.article_id', 'kb_attachments.rule_id', 'kb_attachments.media_id'])
        .select('attachments.author_id')
        .where((use) =>
          use.or([
            use('attachments.post_id', '=', 0),
            use(
              'kb_attachments.media_id',
              'in',
              use.selectFrom('kb_attachments as ruled').select('ruled.media_id').where('ruled.rule_id', 'is not', null),
            ),
          ]),
        )
        .execute();
      return rows.map((row) => ({
        articleId: row.article_id,
        ruleId: row.rule_id,
        mediaId: row.media_id,
        fileAuthorId: row.author_id,
      }));
    },
    add: (articleId, added) =>
      db.transaction(async () => {
        const article = await lockArticle(db, articleId);
        await holdFile(added.file.id);
        const rows = await rowsOf(articleId).execute();
        if (rows.length >= MAX_ATTACHMENTS) throw tooMany();
        const id = await insert(articleId, added, (rows.at(-1)?.position ?? 0) + 1);
        await count(articleId, counted(added.ruleId ?? null));
        if (added.ruleId) await ruledFiles.changed();
        // A file without a post would be public to anyone with its URL.
        if (added.file.postId === 0) await media.update(added.file.id, { postId: articleId });
        const attachment = await get(id);
        if (!attachment) throw attachmentNotFound(id);
        await outbox.announce('vendor_kb_attachment_added', attachment, article, { by: added.by });
        return attachment;
      }),
    update: (id, { title, description, order, ruleId }) =>
      db.transaction(async () => {
        const { article: _article, ...before } = await locked(id);
        const columns = { title, description, position: order, rule_id: ruleId };
        const values = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
        if (Object.keys(values).length === 0) return before;
        await db.query.updateTable('kb_attachments').set(values).where('id', '=', id).execute();
        if (ruleId !== undefined) await count(before.articleId, counted(ruleId) - counted(before.ruleId));
        if (ruleId) await ruledFiles.changed();
        const after = await get(id);
        if (!after) throw attachmentNotFound(id);
        return after;
      }),
    remove: (id) =>
      db.transaction(async () => {
        const { article: _article, ...attachment } = await locked(id);
        const row = await rowOf(id);
        if (!row || !(await drop(row))) throw attachmentNotFound(id);
        await removeUnused([row]);
        return attachment;
      }),
    reorder: (articleId, ids) =>
      db.transaction(async () => {
        await lockArticle(db, articleId);
        const present = (await rowsOf(articleId).execute()).map(({ id }) => id);
        const strange = ids.find((id) => !present.includes(id));
        if (strange !== undefined) {
          throw invalidParam('ids', `Article ${articleId} has no attachment ${strange}.`);
        }
        const order = [...new Set([...ids, ...present])];
        for (const [index, id] of order.entries()) {
          await db.query
            .updateTable('kb_attachments')
            .set({ position: index + 1 })
            .where('id', '=', id)
            .execute();
        }
      }),
    async removeAllOf(articleId) {
      const rows = await rowsOf(articleId).execute();
      await db.query.deleteFrom('kb_attachments').where('article_id', '=', articleId).execute();
      await removeUnused(rows);
    },
    forgetFile: (mediaId) =>
      db.transaction(async () => {
        const rows = await db.query
          .selectFrom('kb_attachments')
          .selectAll()
          .where('media_id', '=', mediaId)
          .forUpdate()
          .execute();
        for (const row of rows) await drop(row);
      }),
  };
}

/** Maximum characters of the column. */
const MAX_TITLE_LENGTH = 200;

const counted = (ruleId: number | null): number => (ruleId === null ? 1 : 0);

function exists(mediaId: number): HostError {
  return new HostError('vendor_kb_attachment_exists', `The article already has the file ${mediaId}.`, { status: 409 });
}

function tooMany(): HostError {
  return invalidParam(
    'article_id',
    `An article can have at most ${MAX_ATTACHMENTS} files. Combine some of them in an archive.`,
  );
}
