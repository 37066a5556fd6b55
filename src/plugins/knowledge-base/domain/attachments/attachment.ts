import { utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import type { Attachment } from '../../../../media.js';

/** A file attached to an article. */
export interface ArticleAttachment {
  readonly id: number;
  readonly articleId: number;
  /** File in the media library: name, type, size, digest. */
  readonly file: Attachment;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  /** Position among the article's files. Ties sort by id. */
  readonly order: number;
  /** Id of the file's own access rule. Null if everyone who may read the article may read it. */
  readonly ruleId: number | null;
  readonly downloads: number;
  readonly lastDownloadAt: Date | null;
  readonly createdAt: Date;
  /** User id; 0 if unknown. */
  readonly createdBy: number;
}

export type AttachmentRow = Omit<Tables['kb_attachments'], 'id'> & { readonly id: number };

export function toAttachment(row: AttachmentRow, file: Attachment): ArticleAttachment {
  return {
    id: row.id,
    articleId: row.article_id,
    file,
    title: row.title,
    description: row.description,
    order: row.position,
    ruleId: row.rule_id,
    downloads: Number(row.downloads),
    lastDownloadAt: row.last_download_at === null ? null : utc.decode(row.last_download_at),
    createdAt: utc.decode(row.created_at),
    createdBy: row.created_by,
  };
}
