import { type AccessView, type RuleView, toAccessView, toRuleView } from '../access/access-view.js';
import type { EffectiveAccess } from '../access/effective.js';
import type { AccessRule } from '../access/rule.js';
import type { ArticleAttachment } from './attachment.js';

/** An attachment as the REST API returns it. */
export interface AttachmentView {
  id: number;
  article_id: number;
  media_id: number;
  title: string;
  description: string;
  filename: string;
  mime_type: string;
  /** Bytes. */
  size: number;
  /** Hex digest. */
  sha256: string;
  order: number;
  downloads: number;
  access: AccessView;
  download_url: string;
  created_at: string;
  /** These appear only with `context=edit`. */
  last_download_at?: string | null;
  created_by?: number;
  access_rule?: RuleView;
  _links: Record<string, { href: string }[]>;
}

export interface AttachmentAddresses {
  restUrl(path: string): string;
  /** URL that authenticates by session cookie, for links in pages. */
  pageUrl(attachment: ArticleAttachment): string;
}

/** Builds the REST resource. @param rule the attachment's own rule, null for none */
export function attachmentView(
  attachment: ArticleAttachment,
  { access, rule, context }: { access: EffectiveAccess; rule: AccessRule | null; context: 'view' | 'edit' },
  { restUrl, pageUrl }: AttachmentAddresses,
): AttachmentView {
  const { id, articleId, file, ruleId, lastDownloadAt, createdBy } = attachment;
  const accessView = toAccessView(access);
  const self = restUrl(`/attachments/${id}`);
  return {
    id,
    article_id: articleId,
    media_id: file.id,
    title: attachment.title,
    description: attachment.description,
    filename: file.filename,
    mime_type: file.mimeType,
    size: file.bytes,
    sha256: file.sha256,
    order: attachment.order,
    downloads: attachment.downloads,
    access: ruleId === null ? accessView : { ...accessView, source: { type: 'attachment', id } },
    download_url: `${self}/download`,
    created_at: attachment.createdAt.toISOString(),
    ...(context === 'edit'
      ? {
          last_download_at: lastDownloadAt?.toISOString() ?? null,
          created_by: createdBy,
          access_rule: toRuleView(rule),
        }
      : {}),
    _links: {
      self: [{ href: self }],
      collection: [{ href: restUrl(`/articles/${articleId}/attachments`) }],
      up: [{ href: restUrl(`/articles/${articleId}`) }],
      alternate: [{ href: pageUrl(attachment) }],
    },
  };
}
