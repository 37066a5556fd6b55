/** Mapping of WordPress post types and taxonomies. */
export interface WxrMapping {
  /** By post type. Other types are skipped and listed in the report. */
  readonly types: Readonly<Record<string, 'article' | 'attachment'>>;
  /** By taxonomy. Others are ignored. */
  readonly taxonomies: Readonly<Record<string, 'category' | 'tag'>>;
  /** Whether posts nest. A post with children becomes a category. */
  readonly nested?: boolean;
}

/** WordPress plugins whose articles can be imported without the rest of the site. */
export const WXR_PROFILES = ['betterdocs', 'echo', 'wedocs'] as const;
export type WxrProfile = (typeof WXR_PROFILES)[number];

/** Echo Knowledge Base numbers its knowledge bases, each with its own post type and taxonomies. */
const ECHO_NUMBERS = Array.from({ length: 99 }, (_, index) => index + 1);

/** Mappings by profile. */
export const WXR_PROFILE_MAPPINGS: Readonly<Record<WxrProfile, WxrMapping>> = {
  betterdocs: {
    types: { docs: 'article', attachment: 'attachment' },
    taxonomies: { '': 'category', doc_category: 'category', doc_tag: 'tag' },
  },
  echo: {
    types: {
      ...Object.fromEntries(ECHO_NUMBERS.map((number) => [`epkb_post_type_${number}`, 'article' as const])),
      attachment: 'attachment',
    },
    taxonomies: {
      '': 'category',
      ...Object.fromEntries(ECHO_NUMBERS.map((number) => [`epkb_post_type_${number}_category`, 'category' as const])),
      ...Object.fromEntries(ECHO_NUMBERS.map((number) => [`epkb_post_type_${number}_tag`, 'tag' as const])),
    },
  },
  wedocs: {
    types: { docs: 'article', attachment: 'attachment' },
    taxonomies: { doc_tag: 'tag' },
    nested: true,
  },
};

/** Default mapping: posts and pages of WordPress, and `docs` of knowledge base plugins. */
export const WXR_MAPPING: WxrMapping = {
  types: { post: 'article', page: 'article', docs: 'article', attachment: 'attachment' },
  // Feeds list categories and tags without their taxonomy.
  taxonomies: { '': 'category', category: 'category', doc_category: 'category', post_tag: 'tag', doc_tag: 'tag' },
};
