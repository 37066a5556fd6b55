import type { Content, Database, Outbox, User, Versions } from '../../index.js';
import { type ArticleRemoval, createArticleRemoval } from './article-removal.js';
import { type ArticleStore, createArticleStore } from './article-store.js';
import { type ArticleWriting, createArticleWriting } from './article-writing.js';
import type { Categories } from './categories.js';
import type { SaveContext } from './hooks/article-hooks.js';
import type { Redirects } from './redirects.js';
import type { Revisions } from './revisions/revisions.js';

/** Who changes an article, and by what means. */
export interface Actor {
  readonly user: User | null;
  readonly source: SaveContext['source'];
}

/** Reads and writes articles. Rights are asked by the callers; states, addresses and versions are kept here. */
export interface Articles extends Omit<ArticleStore, 'locked'>, ArticleWriting, ArticleRemoval {}

export interface ArticlesParts {
  readonly db: Database;
  readonly content: Content;
  readonly outbox: Outbox;
  readonly versions: Versions;
  readonly categories: Categories;
  readonly redirects: Redirects;
  readonly revisions: Revisions;
  readonly defaultLocale: string;
}

export function createArticles(parts: ArticlesParts): Articles {
  const store = createArticleStore(parts);
  const { locked: _, ...reading } = store;
  return { ...reading, ...createArticleWriting(parts, store), ...createArticleRemoval(parts, store) };
}
