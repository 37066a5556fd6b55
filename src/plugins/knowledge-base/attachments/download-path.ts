import type { ArticleAttachment } from './attachment.js';

/** The address of a file for links in pages: the session alone opens it there. The name in it is for people. */
export function downloadPath({ id, file }: Pick<ArticleAttachment, 'id' | 'file'>): string {
  return `-/attachments/${id}/${file.filename}`;
}
