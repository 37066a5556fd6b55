import type { Content } from './content.js';

/** Registers the post types and taxonomies that every host has. */
export function registerCoreTypes(content: Pick<Content, 'registerTaxonomy' | 'registerType'>): void {
  content.registerTaxonomy({
    name: 'category',
    labels: { plural: 'Categories', singular: 'Category' },
    types: ['post'],
    hierarchical: true,
    rest: { base: 'categories' },
  });
  content.registerTaxonomy({
    name: 'post_tag',
    labels: { plural: 'Tags', singular: 'Tag' },
    types: ['post'],
    rest: { base: 'tags' },
  });
  content.registerType({
    name: 'post',
    labels: { plural: 'Posts', singular: 'Post' },
    rest: { base: 'posts' },
  });
  content.registerType({
    name: 'page',
    labels: { plural: 'Pages', singular: 'Page' },
    capabilities: ['page', 'pages'],
    hierarchical: true,
    rest: { base: 'pages' },
  });
}
