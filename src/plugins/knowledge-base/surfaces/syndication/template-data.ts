import type { Strings } from '../../../../text.js';

/** Recent changes as an Atom feed. All URLs are absolute. */
export interface Feed {
  strings: Strings;
  title: string;
  /** Name of the site. */
  site: string;
  /** Page that the feed belongs to. */
  link: string;
  self: string;
  updated: Date;
  entries: FeedEntry[];
}

export interface FeedEntry {
  /** Stable URI, independent of the URL where possible. */
  id: string;
  title: string;
  link: string;
  /** Plain text. */
  summary: string;
  /** HTML as text. */
  content: string;
  published: Date;
  updated: Date;
  tags: string[];
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/feed': Feed;
  }
}
