import { type ArticleRemoval, createArticleRemoval } from './article-removal.js';
import { type ArticleStore, createArticleStore } from './article-store.js';
import { type ArticleWriting, createArticleWriting } from './article-writing.js';
import type { ArticlesParts } from './articles-parts.js';

/** Reads and writes articles. Callers check permissions; this enforces statuses, slugs and versions. */
export interface Articles extends ArticleStore, ArticleWriting, ArticleRemoval {}

export function createArticles(parts: ArticlesParts): Articles {
  const store = createArticleStore(parts);
  return { ...store, ...createArticleWriting(parts, store), ...createArticleRemoval(parts, store) };
}
