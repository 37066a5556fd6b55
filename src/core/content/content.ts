import type { Database } from '../database/database.js';
import { createPosts, type Posts } from './posts.js';
import { createTerms, type Terms } from './terms.js';

/** The content that plugins share: posts of all types, and terms. */
export interface Content {
  readonly posts: Posts;
  readonly terms: Terms;
}

export function createContent(db: Database): Content {
  return { posts: createPosts(db), terms: createTerms(db) };
}
