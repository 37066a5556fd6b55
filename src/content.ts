/**
 * 'mortise/content': posts, terms, and custom post types and taxonomies.
 *
 *     const post = await content.posts.get(7);
 */

export type { Content } from './core/content/content.js';
export type { ChangeContext, ChangeSource } from './core/content/hooks.js';
export type { ManagedPosts, PostCondition, PostViewer } from './core/content/managed-posts.js';
export { type ContentFormat, type Post, type PostStatus, type Posts, toPost } from './core/content/posts.js';
export type { PostInput, Publishing, Writer } from './core/content/publishing.js';
export { freeSlug, MAX_SLUG_LENGTH, slugify } from './core/content/slug.js';
export type { TermEditing, TermInput } from './core/content/term-editing.js';
export type { Term, Terms } from './core/content/terms.js';
export type { MetaDefinition } from './core/content/types/meta-field.js';
export type { GuardedPost, PostAct } from './core/content/types/post-capabilities.js';
export type { PostFeature, PostType, PostTypeDefinition } from './core/content/types/post-type.js';
export type { Taxonomy, TaxonomyDefinition } from './core/content/types/taxonomy.js';
