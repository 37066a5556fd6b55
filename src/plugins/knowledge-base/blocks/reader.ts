import type { BlockReader } from '../../../blocks.js';
import type { KbViewer } from '../access/viewer.js';
import { type Article, POST_TYPE } from '../article.js';
import type { Source } from '../rendering.js';
import type { BlockPages } from './block-pages.js';

/** Who reads a text of the knowledge base, and which. */
export interface KbReader extends BlockReader {
  readonly viewer: KbViewer;
  /** Null for a text that is no article's. */
  readonly article: Article | null;
  /** Null where nobody can turn pages: in what is no article yet, and in files. */
  readonly pages: BlockPages | null;
  /** Gets why a list has nothing to show, for whoever writes; null where readers see it. */
  readonly reasons: string[] | null;
}

export function readerOf(
  { locale }: Pick<Source, 'locale'>,
  viewer: KbViewer,
  article: Article | null,
  pages: BlockPages | null = null,
  reasons: string[] | null = null,
): KbReader {
  const context = article ? { postId: article.id, postType: POST_TYPE } : {};
  return { user: viewer.user, locale, context, viewer, article, pages, reasons };
}
