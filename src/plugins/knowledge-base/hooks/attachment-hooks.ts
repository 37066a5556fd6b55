import type { OwnedHooks, User } from '../../../index.js';
import type { Article } from '../article.js';
import type { ArticleAttachment } from '../attachments/attachment.js';
import { onPage } from './accepts.js';

declare module '../../../index.js' {
  interface Actions {
    /** An article has one file more; `by` is null where nobody with an account did it. */
    vendor_kb_attachment_added(
      attachment: ArticleAttachment,
      article: Article,
      context: { readonly by: User | null },
    ): void | Promise<void>;
    /**
     * Somebody has begun to download a file of an article. Told when it is counted: once in half an hour for each visitor
     * and file, and not of programs.
     */
    vendor_kb_attachment_downloaded(
      attachment: ArticleAttachment,
      article: Article,
      context: { readonly viewer: User | null },
    ): void | Promise<void>;
  }
  interface Filters {
    /**
     * The headers that a file of an article is sent with. Those that say which bytes these are, and that no browser may
     * take them for something else, stay as they are.
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
