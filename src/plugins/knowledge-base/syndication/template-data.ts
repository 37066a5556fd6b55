import type { Strings } from '../../../index.js';

/** What changed last, as Atom; all addresses are absolute. */
export interface Feed {
  strings: Strings;
  title: string;
  /** Name of the site. */
  site: string;
  /** The page that it is of. */
  link: string;
  self: string;
  updated: Date;
  entries: FeedEntry[];
}

export interface FeedEntry {
  /** A URI that stays when the address changes, as far as there is one. */
  id: string;
  title: string;
  link: string;
  /** Plain text. */
  summary: string;
  /** HTML, as text. */
  content: string;
  published: Date;
  updated: Date;
  tags: string[];
}

declare module '../../../index.js' {
  interface TemplateData {
    'kb/feed': Feed;
  }
}
