/** What the types and taxonomies of a WordPress site become here. */
export interface WxrMapping {
  /** By post type; every other type is listed in the report and left out. */
  readonly types: Readonly<Record<string, 'article' | 'attachment'>>;
  /** By taxonomy; every other one is left out. */
  readonly taxonomies: Readonly<Record<string, 'category' | 'tag'>>;
  /** Whether articles lie below one another there: what has others below it is a category here. */
  readonly nested?: boolean;
}

/** Plugins of WordPress whose articles can be taken without the rest of the site. */
export const WXR_PROFILES = ['betterdocs', 'echo', 'wedocs'] as const;
export type WxrProfile = (typeof WXR_PROFILES)[number];

/** Echo Knowledge Base numbers its knowledge bases, each with a type and taxonomies of its own. */
const ECHO_NUMBERS = Array.from({ length: 99 }, (_, index) => index + 1);

/** What their sites export. */
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

/** Posts and pages of WordPress, and the articles of the knowledge base plugins that call them `docs`. */
export const WXR_MAPPING: WxrMapping = {
  types: { post: 'article', page: 'article', docs: 'article', attachment: 'attachment' },
  // Feeds name categories and tags without their taxonomy.
  taxonomies: { '': 'category', category: 'category', doc_category: 'category', post_tag: 'tag', doc_tag: 'tag' },
};
