import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { onPage } from '../accepts.js';
import type { Article } from '../articles/article.js';
import type { ArticleAttachment } from './attachment.js';

declare module '../../../../index.js' {
  interface Actions {
    /** A file was attached to an article. `by` is null if no user did it. */
    vendor_kb_attachment_added(
      attachment: ArticleAttachment,
      article: Article,
      context: { readonly by: User | null },
    ): void | Promise<void>;
    /**
     * A download of an attachment started and was counted: once per visitor and file within 30 minutes, bots
     * excluded.
     */
    vendor_kb_attachment_downloaded(
      attachment: ArticleAttachment,
      article: Article,
      context: { readonly viewer: User | null },
    ): void | Promise<void>;
  }
  interface Filters {
    /**
     * Filters the response headers of an attachment. `Content-Length`, `Content-Range`, `ETag`, `Accept-Ranges` and
     * `X-Content-Type-Options` cannot be changed; for files that can run scripts, neither can `Content-Type`,
     * `Content-Disposition` and `Content-Security-Policy`.
     */
    vendor_kb_download_headers(
      headers: Record<string, string>,
      attachment: ArticleAttachment,
      article: Article,
      context: { readonly viewer: User | null },
    ): Record<string, string> | Promise<Record<string, string>>;
  }
}

export function defineAttachmentHooks({ define }: OwnedHooks): void {
  const follows = { kind: 'action', since: '0.1.0', decorating: true, async: 'allowed' } as const;
  define('vendor_kb_attachment_added', follows);
  define('vendor_kb_attachment_downloaded', follows);
  define('vendor_kb_download_headers', { ...onPage, kind: 'filter', accepts: isTexts });
}

function isTexts(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((member) => typeof member === 'string')
  );
}
