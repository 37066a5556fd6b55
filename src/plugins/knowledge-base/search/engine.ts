/**
 * The port between the knowledge base and a search engine. Articles go in as plain text; ids, scores and
 * matched index terms come out. Titles and bodies are not kept: a caller loads the rows of the page it shows
 * and highlights those.
 */

import type { HostError } from '../../../index.js';
import type { Visibility } from '../access/visibility.js';

/** One article in one locale, as the engine indexes it. */
export interface SearchDocument {
  id: number;
  /** Locale code such as `en` or `pt-br`; case does not matter. */
  locale: string;
  title: string;
  /** The title that is suggested, where it is another than the one that is searched. */
  suggested?: string;
  /** Plain text: tags stripped, entities decoded. */
  body: string;
  /** What it is looked for by besides: searched, and never shown. */
  aliases?: readonly string[];
  tags: readonly string[];
  /** Ids of every category in which a filter on that category must find the article. */
  categories: readonly number[];
  /** Whose it is, and the rule it has of its own: what its visibility is told from. */
  authorId?: number;
  ruleId?: number | null;
  /** When a reader would say that it was last changed; without it no filter on dates finds the article. */
  updatedAt?: Date;
}

export interface SearchQuery {
  query: string;
  locale: string;
  /** Whose search it is: nothing in the answer, counts and corrections included, tells of what is closed to them. */
  visibility?: Visibility;
  /** From 1. */
  page: number;
  perPage: number;
  /** Articles in any of these categories. */
  category?: readonly number[];
  tag?: string;
  /** Articles that were last changed at this moment or later. */
  from?: Date | undefined;
  /** Articles that were last changed before this moment. */
  to?: Date | undefined;
  /** Ids that come first, in this order, whatever their words: those of them that the viewer may see and the filters let pass. */
  promoted?: readonly number[];
  /**
   * Typo tolerance for words the index does not know: `auto` allows one edit from four letters and two from
   * eight, `1` one edit from four letters, `0` none. Default `auto`.
   */
  fuzzy?: 'auto' | 0 | 1;
}

export interface SearchHit {
  id: number;
  /** Comparable within one result only. */
  score: number;
  /** Index terms of this very hit, whichever way the query reached them: what a highlighter marks. */
  matched: readonly string[];
  /** It stands here since it was asked for by its id. */
  promoted?: true;
}

export interface SearchResult {
  /** Number of matches over all pages. */
  total: number;
  hits: SearchHit[];
  /** Words that were replaced or joined by a known spelling; `from` as typed, `to` as a reader would write it. */
  corrections: { from: string; to: string }[];
  /** Counted over all matches, most frequent first. */
  facets: { categories: { id: number; count: number }[]; tags: { tag: string; count: number }[] };
}

export interface Suggestion {
  id: number;
  title: string;
  /** Parts of the title that were typed, in UTF-16 code units. */
  match: [start: number, length: number][];
}

export interface SearchStats {
  documents: number;
  /** Index terms over all locales; null where nobody counts them. */
  terms: number | null;
  locales: string[];
}

/** Whose question it is, and in which language. */
export interface Viewing {
  readonly locale: string;
  readonly visibility?: Visibility | undefined;
}

/** What an engine can do beyond finding words as they are written. */
export interface SearchCapabilities {
  /** Where its documents are: in each process, in a thread of each, or in the database for all of them. */
  readonly place: 'memory' | 'thread' | 'database';
  /** Words that nobody has written are read as known spellings, which the answer names. */
  readonly corrections: boolean;
  /** A search for one form of a word finds the others, in languages for which there are rules. */
  readonly wordForms: boolean;
}

/** What documents are made from. */
export interface SearchOrigin {
  /** Tells stop words, stemmers, and who changes documents: with others they have to be made anew. */
  readonly madeFrom: string;
  /** The newest change of articles that they certainly know of. */
  readonly change: number;
}

/** An engine that finds articles by words. */
export interface SearchEngine {
  readonly capabilities: SearchCapabilities;
  /**
   * Adds the documents, replacing those whose id is known. A document that is removed or given again while it waits is not
   * brought back in its old form.
   */
  index(documents: readonly SearchDocument[]): Promise<void>;
  /** Forgets the documents; unknown ids are ignored. */
  remove(ids: readonly number[]): Promise<void>;
  /**
   * Puts these documents in the place of all others. Until the last one is in, the former ones answer, and what is indexed
   * or removed meanwhile is so afterwards as well. Where it fails, or `batches` do, nothing is another than before.
   */
  rebuild(batches: AsyncIterable<readonly SearchDocument[]>, origin: SearchOrigin): Promise<void>;
  /**
   * Whether documents are there from before, of this process or another, that were made from the same.
   * @returns the change from which on they have to be brought up to date; null where they have to be built
   */
  resume(madeFrom: string): Promise<number | null>;
  /** Says that the documents know of all changes up to this one. */
  advance(change: number): Promise<void>;
  search(query: SearchQuery): Promise<SearchResult>;
  /** Articles whose title contains every word of `prefix`, the last of them as a beginning. */
  suggest(prefix: string, options: Viewing & { readonly limit: number }): Promise<Suggestion[]>;
  /** Those of the queries that one article which they may see has every word of, stop words apart, letter by letter. */
  whole(queries: readonly string[], viewing: Viewing): Promise<string[]>;
  stats(): Promise<SearchStats>;
  /** Runs what builds documents while no other process that shares them builds any. @param work told whether it had to wait */
  alone<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T>;
  /**
   * Has `listener` told when the documents are gone although the process goes on: they have to be built anew. What was asked
   * meanwhile is refused with HostError `vendor_kb_search_index_lost`.
   */
  onLost(listener: (error: HostError) => void): void;
  /** Ends what it has begun outside this thread; it is asked nothing more. */
  close(): Promise<void>;
}

/** Of an engine that shares its documents with no other process. */
export const UNSHARED: Pick<SearchEngine, 'alone'> = { alone: (work) => work(false) };
