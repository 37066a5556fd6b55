import type { ArticleAttachment } from './attachment.js';

/** Returns the download path for links in pages, authenticated only by session. The file name in it is decorative. */
export function downloadPath({ id, file }: Pick<ArticleAttachment, 'id' | 'file'>): string {
  return `-/attachments/${id}/${file.filename}`;
}
