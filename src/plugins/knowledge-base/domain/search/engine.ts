/**
 * The port between the knowledge base and a search engine. Articles go in as plain text; ids, scores and matched
 * index terms come out. The engine does not store titles and bodies: the caller loads the rows of the page it shows
 * and highlights those.
 */

import type { HostError } from '../../../../index.js';
import type { Visibility } from '../access/visibility.js';

/** Article in one locale, as the engine indexes it. */
export interface SearchDocument {
  id: number;
  /** Locale code, e.g. `en` or `pt-br`; case-insensitive. */
  locale: string;
  title: string;
  /** Title shown in suggestions, if it differs from the searchable title. */
  suggested?: string;
  /** Plain text: tags stripped, entities decoded. */
  body: string;
  /** Additional search words, never shown. */
  aliases?: readonly string[];
  tags: readonly string[];
  /** Ids of all categories whose filter must find the article. */
  categories: readonly number[];
  /** Author and own rule of the article, which decide about its visibility. */
  authorId?: number;
  ruleId?: number | null;
  /** Date of the last change as shown to readers. Without it, no date filter finds the article. */
  updatedAt?: Date;
}

export interface SearchQuery {
  query: string;
  locale: string;
  /**
   * Visibility of the searching viewer. Nothing in the result, including counts and corrections, reveals articles
   * closed to them.
   */
  visibility?: Visibility;
  /** Page number, starting at 1. */
  page: number;
  perPage: number;
  /** Limits the search to articles in any of these categories. */
  category?: readonly number[];
  tag?: string;
  /** Limits the search to articles last changed at or after this time. */
  from?: Date | undefined;
  /** Limits the search to articles last changed before this time. */
  to?: Date | undefined;
  /**
   * Ids listed first, in this order, regardless of the query. Only those visible to the viewer and passing the
   * filters.
   */
  promoted?: readonly number[];
  /**
   * Typo tolerance for words missing from the index. `auto`: one edit from 4 letters, two from 8; `1`: one edit from
   * 4 letters; `0`: none.
   * @default 'auto'
   */
  fuzzy?: 'auto' | 0 | 1;
}

export interface SearchHit {
  id: number;
  /** Comparable only within one result. */
  score: number;
  /** Index terms that matched in this hit, including synonyms and corrections. The highlighter marks them. */
  matched: readonly string[];
  /** Set if the hit is listed because it was promoted. */
  promoted?: true;
}

export interface SearchResult {
  /** Number of matches on all pages. */
  total: number;
  hits: SearchHit[];
  /** Words replaced or supplemented by a known spelling: `from` as typed, `to` as a reader would write it. */
  corrections: { from: string; to: string }[];
  /** Counts over all matches, most frequent first. */
  facets: { categories: { id: number; count: number }[]; tags: { tag: string; count: number }[] };
}

export interface Suggestion {
  id: number;
  title: string;
  /** Matched parts of the title, in UTF-16 code units. */
  match: [start: number, length: number][];
}

export interface SearchStats {
  documents: number;
  /** Number of index terms over all locales; null if the engine does not count them. */
  terms: number | null;
  locales: string[];
}

/** Locale of a query and visibility of its viewer. */
export interface Viewing {
  readonly locale: string;
  readonly visibility?: Visibility | undefined;
}

/** Optional features of an engine. */
export interface SearchCapabilities {
  /** Location of the documents: each process, a worker thread of each process, or the shared database. */
  readonly place: 'memory' | 'thread' | 'database';
  /** Corrects misspelled words and reports the corrections in the result. */
  readonly corrections: boolean;
  /** Finds other forms of a word, in languages with a stemmer. */
  readonly wordForms: boolean;
}

/** State that an index was built from. */
export interface SearchOrigin {
  /** Fingerprint of stop words, stemmers and callbacks that change documents. A different value requires a rebuild. */
  readonly madeFrom: string;
  /** Newest article change that the documents are guaranteed to include. */
  readonly change: number;
}

/** Full-text search engine for articles. */
export interface SearchEngine {
  readonly capabilities: SearchCapabilities;
  /**
   * Adds documents, replacing those with the same id. A document that is removed or replaced while it is queued does
   * not reappear in its old form.
   */
  index(documents: readonly SearchDocument[]): Promise<void>;
  /** Removes documents; unknown ids are ignored. */
  remove(ids: readonly number[]): Promise<void>;
  /**
   * Replaces all documents. Until it finishes, the previous documents are searched, and concurrent updates and
   * removals carry over. If it or `batches` fails, the index stays unchanged.
   */
  rebuild(batches: AsyncIterable<readonly SearchDocument[]>, origin: SearchOrigin): Promise<void>;
  /**
   * Checks for existing documents, from this process or another, built from the same state.
   * @returns the change from which on they must be updated; null if they must be rebuilt
   */
  resume(madeFrom: string): Promise<number | null>;
  /** Records that the documents include all changes up to this one. */
  advance(change: number): Promise<void>;
  search(query: SearchQuery): Promise<SearchResult>;
  /** Finds articles whose title contains every word of `prefix`, the last one as a prefix. */
  suggest(prefix: string, options: Viewing & { readonly limit: number }): Promise<Suggestion[]>;
  /**
   * Returns the queries that a single visible article matches completely. Every word except stop words must occur in
   * it, without corrections or synonyms.
   */
  whole(queries: readonly string[], viewing: Viewing): Promise<string[]>;
  stats(): Promise<SearchStats>;
  /**
   * Runs a build while no other process that shares the documents is building.
   * @param work receives whether it had to wait
   */
  alone<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T>;
  /**
   * Registers a listener for the loss of the documents while the process keeps running; they must be rebuilt.
   * Pending calls are rejected with HostError `vendor_kb_search_index_lost`.
   */
  onLost(listener: (error: HostError) => void): void;
  /** Releases resources outside this thread. Do not use the engine afterwards. */
  close(): Promise<void>;
}

/** `alone` for engines that do not share their documents with other processes. */
export const UNSHARED: Pick<SearchEngine, 'alone'> = { alone: (work) => work(false) };
