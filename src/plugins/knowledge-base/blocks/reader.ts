import type { BlockReader } from '../../../blocks.js';
import type { KbViewer } from '../access/viewer.js';
import { type Article, POST_TYPE } from '../article.js';
import type { Source } from '../rendering.js';

/** Who reads a text of the knowledge base, and which. */
export interface KbReader extends BlockReader {
  readonly viewer: KbViewer;
  /** Null for a text that is no article's. */
  readonly article: Article | null;
}

export function readerOf({ locale }: Pick<Source, 'locale'>, viewer: KbViewer, article: Article | null): KbReader {
  const context = article ? { postId: article.id, postType: POST_TYPE } : {};
  return { user: viewer.user, locale, context, viewer, article };
}
