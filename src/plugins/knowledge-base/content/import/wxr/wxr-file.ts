/** Category or tag declared by a WordPress export. */
export interface WxrTerm {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** Slug of the parent, empty for none. */
  readonly parent: string;
  readonly description: string;
  /** Custom field of our exports, see `readCategoryExtras`. */
  readonly extras?: string | undefined;
}

/** Term of an item. */
export interface WxrItemTerm {
  /** Empty if the file does not state it. */
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
}

/** An `<item>` with its fields by standard name, e.g. `wp:post_name`. */
export interface WxrItem {
  readonly fields: ReadonlyMap<string, string>;
  readonly terms: readonly WxrItemTerm[];
  readonly comments: number;
}

/** Site data of a WordPress export. */
export interface WxrSite {
  readonly title: string;
  readonly language: string;
  /** URLs of the site, as written in the file. */
  readonly urls: readonly string[];
}

const WP = /^https?:\/\/wordpress\.org\/export\/1\.\d\/$/;
const EXCERPT = /^https?:\/\/wordpress\.org\/export\/1\.\d\/excerpt\/$/;
const CONTENT = 'http://purl.org/rss/1.0/modules/content/';
const CREATOR = 'http://purl.org/dc/elements/1.1/';

/**
 * Returns an element's name with the customary prefix, regardless of the file's prefixes; null for other
 * vocabularies.
 */
export function elementName(uri: string, local: string): string | null {
  if (uri === '') return local;
  if (WP.test(uri)) return `wp:${local}`;
  if (uri === CONTENT) return `content:${local}`;
  if (EXCERPT.test(uri)) return `excerpt:${local}`;
  return uri === CREATOR ? `dc:${local}` : null;
}
