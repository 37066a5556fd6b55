import type { User } from '../../core/user.js';
import type { TestHost } from '../test-host.js';

/** An article of a generated world. */
export interface WorldArticle {
  readonly id: number;
  readonly categoryIds: readonly number[];
  /** URL path of the page, and its former path. Null if it was never moved. */
  readonly path: string;
  readonly oldPath: string | null;
  /** An attached file: its attachment id, and its path in the media library. */
  readonly file: { readonly id: number; readonly path: string };
}

/** A generated knowledge base with categories, articles and access rules. */
export interface World {
  readonly host: TestHost;
  /** Author of everything. */
  readonly administrator: User;
  readonly articles: readonly WorldArticle[];
  readonly categoryIds: readonly number[];
}

/** A text contained in the title, text, tags and file of one article, and nowhere else. */
export function markerOf(articleId: number): string {
  return `zqmark${articleId}x`;
}

/** A word contained in the text of every article of a world. */
export const COMMON_WORD = 'commonword';
