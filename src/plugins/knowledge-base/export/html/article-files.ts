import { canRunScripts } from '../../../../index.js';
import type { Article } from '../../article.js';
import { fileLink } from '../../attachments/file-link.js';
import type { View } from '../../pages/visit.js';
import type { FileLink } from '../../template-data.js';
import type { StaticSite } from './static-pages.js';

/** The files of an article that go with its page: those that whoever it is for may have. */
export async function filesOf(
  { kb, media }: Pick<StaticSite, 'kb' | 'media'>,
  { viewer, locale }: View,
  article: Article,
): Promise<FileLink[]> {
  const links: FileLink[] = [];
  for (const attachment of await kb.attachments.openTo(article, viewer)) {
    const { file } = attachment;
    // What could run is linked where it is only ever saved.
    if ((await media.of(file)) === null && !canRunScripts(file.mimeType)) continue;
    links.push(fileLink(attachment, file.url, locale));
  }
  return links;
}
