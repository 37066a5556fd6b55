import { type Attachment, type Tables, utc } from '../../../index.js';

/** A file that comes with an article. */
export interface ArticleAttachment {
  readonly id: number;
  readonly articleId: number;
  /** What the media library knows of the file: name, type, size, digest. */
  readonly file: Attachment;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  /** Place among the files of the article; equal ones by id. */
  readonly order: number;
  /** Who may have it, of those who may read the article; null for all of them. */
  readonly ruleId: number | null;
  readonly downloads: number;
  readonly lastDownloadAt: Date | null;
  readonly createdAt: Date;
  /** 0 for nobody. */
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
