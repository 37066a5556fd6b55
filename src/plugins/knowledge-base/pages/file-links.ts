import type { Article } from '../article.js';
import { downloadPath } from '../attachments/download-path.js';
import { fileLink } from '../attachments/file-link.js';
import type { FileLink } from '../template-data.js';
import type { View } from './visit.js';

/** The files of an article that this viewer may have, where they are loaded from. */
export async function fileLinks({ kb, locale, viewer }: View, article: Article): Promise<FileLink[]> {
  const files = await kb.attachments.openTo(article, viewer);
  return files.map((file) => fileLink(file, kb.links.href(kb.site.locale, downloadPath(file)), locale));
}
