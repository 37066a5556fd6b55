/** What the types and taxonomies of a WordPress site become here. */
export interface WxrMapping {
  /** By post type; every other type is listed in the report and left out. */
  readonly types: Readonly<Record<string, 'article' | 'attachment'>>;
  /** By taxonomy; every other one is left out. */
  readonly taxonomies: Readonly<Record<string, 'category' | 'tag'>>;
}

/** Posts and pages of WordPress, and the articles of the knowledge base plugins that call them `docs`. */
export const WXR_MAPPING: WxrMapping = {
  types: { post: 'article', page: 'article', docs: 'article', attachment: 'attachment' },
  // Feeds name categories and tags without their taxonomy.
  taxonomies: { '': 'category', category: 'category', doc_category: 'category', post_tag: 'tag', doc_tag: 'tag' },
};
