import type { ContentFormat } from '../../../../content.js';
import { type Database, json, utc } from '../../../../database.js';
import { HostError } from '../../../../index.js';
import { lockArticle } from '../articles/article-store.js';

/** Unsaved text of a user. */
export interface Autosave {
  readonly articleId: number;
  /** Version of the article that the text is based on. */
  readonly baseVersion: number;
  readonly savedAt: Date;
  readonly title: string;
  readonly content: string;
  readonly contentFormat: ContentFormat;
  /** Other save arguments by name. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Article id for autosaves of new articles, one per user. */
export const NO_ARTICLE = 0;

/** Identifies the autosave of a user and article. */
export interface AutosaveOwner {
  readonly articleId: number;
  readonly userId: number;
}

/**
 * Stores unsaved text, one per article and user.
 * Autosaves do not affect the article, its version or its history. They are deleted with the user's next save of the
 * text, with the article, and with the user.
 */
export interface Autosaves {
  get(owner: AutosaveOwner): Promise<Autosave | null>;
  /**
   * Stores an autosave in place of an earlier one.
   * Passwords are left out: they are hashed only on save, and an autosave may be stored for a long time.
   * @param replaces time of the autosave to replace, null for none, undefined for any
   * @throws HostError 404 `vendor_kb_article_not_found`, 409 `vendor_kb_autosave_elsewhere`
   */
  put(owner: AutosaveOwner, text: Omit<Autosave, 'articleId' | 'savedAt'>, replaces?: Date | null): Promise<Autosave>;
  /** Deletes an autosave. @returns whether it existed */
  remove(owner: AutosaveOwner): Promise<boolean>;
  /** Returns all autosaves of a user. */
  ofUser(userId: number): Promise<Autosave[]>;
  removeOfUser(userId: number): Promise<void>;
}

export function createAutosaves(db: Database): Autosaves {
  const rows = (userId: number) => db.query.selectFrom('kb_autosaves').selectAll().where('user_id', '=', userId);

  return {
    async get({ articleId, userId }) {
      const row = await rows(userId).where('article_id', '=', articleId).executeTakeFirst();
      return row ? toAutosave(row) : null;
    },
    put({ articleId, userId }, { baseVersion, title, content, contentFormat, ...otherFields }, replaces) {
      const fields = withoutPasswords(otherFields.fields);
      return db.transaction(async () => {
        // Locking prevents an autosave for an article that is being deleted.
        if (articleId !== NO_ARTICLE) await lockArticle(db, articleId);
        if (replaces !== undefined) {
          const existing = await rows(userId).where('article_id', '=', articleId).executeTakeFirst();
          if (existing && utc.decode(existing.saved_at).getTime() !== replaces?.getTime()) throw writtenElsewhere();
        }
        const savedAt = new Date();
        const values = {
          base_version: baseVersion,
          saved_at: utc.encode(savedAt),
          title,
          content,
          content_format: contentFormat,
          fields: json.encode(fields),
        };
        const owner = { article_id: articleId, user_id: userId };
        await db.upsert('kb_autosaves', { ...owner, ...values }, ['article_id', 'user_id'], values);
        return { articleId, baseVersion, savedAt, title, content, contentFormat, fields };
      });
    },
    async remove({ articleId, userId }) {
      const { numDeletedRows } = await db.query
        .deleteFrom('kb_autosaves')
        .where('article_id', '=', articleId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows) > 0;
    },
    async ofUser(userId) {
      return (await rows(userId).orderBy('id').execute()).map(toAutosave);
    },
    async removeOfUser(userId) {
      await db.query.deleteFrom('kb_autosaves').where('user_id', '=', userId).execute();
    },
  };
}

function withoutPasswords(fields: Autosave['fields']): Autosave['fields'] {
  const text = JSON.stringify(fields, (name, value: unknown) => (name === 'password' ? undefined : value));
  return JSON.parse(text) as Autosave['fields'];
}

function writtenElsewhere(): HostError {
  const message = 'A newer draft from another window exists and was not overwritten. Save the text in one of them.';
  return new HostError('vendor_kb_autosave_elsewhere', message, { status: 409 });
}

interface AutosaveRow {
  readonly article_id: number;
  readonly base_version: number;
  readonly saved_at: string;
  readonly title: string;
  readonly content: string;
  readonly content_format: string;
  readonly fields: string;
}

function toAutosave(row: AutosaveRow): Autosave {
  return {
    articleId: row.article_id,
    baseVersion: row.base_version,
    savedAt: utc.decode(row.saved_at),
    title: row.title,
    content: row.content,
    contentFormat: row.content_format as ContentFormat,
    fields: json.decode(row.fields) as Record<string, unknown>,
  };
}
