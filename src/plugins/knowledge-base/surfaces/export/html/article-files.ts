import type { PostViewer } from '../../../../../content.js';
import type { PluginContext } from '../../../../../index.js';
import { canRunScripts } from '../../../../../media.js';
import type { MediaFiles } from '../../../content/export/media-files.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { fileLink } from '../../../content/views/file-link.js';
import type { FileLink } from '../../../content/views/template-data.js';
import type { View } from '../../../content/views/view.js';
import type { Article } from '../../../domain/articles/article.js';
import type { SitePlaces } from './site-places.js';

/** Context of a static site. */
export interface StaticSite {
  readonly kb: KnowledgeBase;
  readonly context: Pick<PluginContext, 'hooks' | 'templates' | 'pages'>;
  /** Viewer whose permissions apply. */
  readonly viewer: PostViewer;
  readonly places: SitePlaces;
  readonly media: MediaFiles;
}

/** Exports the attachments of an article that the viewer may access, and returns their links. */
export async function filesOf(
  { kb, media }: Pick<StaticSite, 'kb' | 'media'>,
  { viewer, locale }: View,
  article: Article,
): Promise<FileLink[]> {
  const links: FileLink[] = [];
  for (const attachment of await kb.attachments.openTo(article, viewer)) {
    const { file } = attachment;
    // Files that can run scripts are linked to the live site, which only offers them as a download.
    if ((await media.of(file)) === null && !canRunScripts(file.mimeType)) continue;
    links.push(fileLink(attachment, file.url, locale));
  }
  return links;
}
