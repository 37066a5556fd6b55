import type { Article } from '../article.js';
import { downloadPath } from '../attachments/download-path.js';
import { fileLink } from '../attachments/file-link.js';
import type { FileLink } from '../template-data.js';
import type { View } from './visit.js';

/** Returns the download links of an article's files that this viewer may read. */
export async function fileLinks({ kb, locale, viewer }: View, article: Article): Promise<FileLink[]> {
  const files = await kb.attachments.openTo(article, viewer);
  return files.map((file) => fileLink(file, kb.links.href(kb.site.locale, downloadPath(file)), locale));
}
