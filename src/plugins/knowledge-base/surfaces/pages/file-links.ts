import { fileLink } from '../../content/views/file-link.js';
import type { FileLink } from '../../content/views/template-data.js';
import type { View } from '../../content/views/view.js';
import type { Article } from '../../domain/articles/article.js';
import { downloadPath } from '../../domain/attachments/download-path.js';

/** Returns the download links of an article's files that this viewer may read. */
export async function fileLinks({ kb, locale, viewer }: View, article: Article): Promise<FileLink[]> {
  const files = await kb.attachments.openTo(article, viewer);
  return files.map((file) => fileLink(file, kb.links.href(kb.site.locale, downloadPath(file)), locale));
}
