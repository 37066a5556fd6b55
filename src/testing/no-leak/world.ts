import type { User } from '../../core/user.js';
import type { TestHost } from '../test-host.js';

/** An article of a world that surfaces are asked about. */
export interface WorldArticle {
  readonly id: number;
  readonly categoryIds: readonly number[];
  /** The page's address, and one that it had before; null where it never moved. */
  readonly path: string;
  readonly oldPath: string | null;
  /** A file that comes with it: its id among the attachments, and its address in the media library. */
  readonly file: { readonly id: number; readonly path: string };
}

/** A knowledge base with categories, articles and rules on who may read them, as they were drawn. */
export interface World {
  readonly host: TestHost;
  /** Who wrote everything. */
  readonly administrator: User;
  readonly articles: readonly WorldArticle[];
  readonly categoryIds: readonly number[];
}

/** A text that stands in the title, the text, the tags and the file of one article, and by no chance anywhere else. */
export function markerOf(articleId: number): string {
  return `zqmark${articleId}x`;
}

/** A word that every article of a world has in its text. */
export const COMMON_WORD = 'commonword';
