import type { BlockReader } from '../../../../blocks.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import { type Article, POST_TYPE } from '../../domain/articles/article.js';
import type { Source } from '../../domain/rendering/rendering.js';
import type { BlockPages } from './block-pages.js';

/** Reader of a knowledge base text. */
export interface KbReader extends BlockReader {
  readonly viewer: KbViewer;
  /** Null for text that belongs to no article. */
  readonly article: Article | null;
  /** Null if lists cannot be paged: in unsaved articles and in files. */
  readonly pages: BlockPages | null;
  /** Receives reasons for empty lists, shown to the writer. Null for readers. */
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
