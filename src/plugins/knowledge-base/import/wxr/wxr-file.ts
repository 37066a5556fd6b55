/** A category or tag that a WordPress export declares. */
export interface WxrTerm {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** Slug of the one above, empty for none. */
  readonly parent: string;
  readonly description: string;
  /** What our exports say besides, as `readCategoryExtras` reads it. */
  readonly extras?: string | undefined;
}

/** A term that an item names. */
export interface WxrItemTerm {
  /** Empty where the file does not say. */
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
}

/** One `<item>`: its fields by the names that the format has for them, such as `wp:post_name`. */
export interface WxrItem {
  readonly fields: ReadonlyMap<string, string>;
  readonly terms: readonly WxrItemTerm[];
  readonly comments: number;
}

/** What a WordPress export says of its site. */
export interface WxrSite {
  readonly title: string;
  readonly language: string;
  /** Where it was, in the words of the file. */
  readonly urls: readonly string[];
}

const WP = /^https?:\/\/wordpress\.org\/export\/1\.\d\/$/;
const EXCERPT = /^https?:\/\/wordpress\.org\/export\/1\.\d\/excerpt\/$/;
const CONTENT = 'http://purl.org/rss/1.0/modules/content/';
const CREATOR = 'http://purl.org/dc/elements/1.1/';

/** The name of an element with the prefix that exports commonly have, whatever theirs is; null for other vocabularies. */
export function elementName(uri: string, local: string): string | null {
  if (uri === '') return local;
  if (WP.test(uri)) return `wp:${local}`;
  if (uri === CONTENT) return `content:${local}`;
  if (EXCERPT.test(uri)) return `excerpt:${local}`;
  return uri === CREATOR ? `dc:${local}` : null;
}
