import type { ClosedSets } from '../../access/closed-sets.js';
import type { SearchDocument, SearchOrigin, SearchQuery, SearchResult, SearchStats, Suggestion } from '../engine.js';
import type { VocabularySource } from '../vocabulary.js';

/** Calls that the worker thread accepts. Viewers are identified by number; null means no restrictions. */
export interface Calls {
  index(documents: readonly SearchDocument[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  search(query: Omit<SearchQuery, 'visibility'>, viewer: number | null): Promise<SearchResult>;
  suggest(prefix: string, locale: string, limit: number, viewer: number | null): Promise<Suggestion[]>;
  whole(queries: readonly string[], locale: string, viewer: number | null): Promise<string[]>;
  stats(): Promise<SearchStats>;
  /** Starts recording changes for a rebuild. Rebuilds can overlap, each with its own number. */
  beginRebuild(rebuild: number, origin: SearchOrigin): Promise<void>;
  /** Resolves when the previous batch is indexed, so that at most one batch is queued. */
  takeIn(rebuild: number, documents: readonly SearchDocument[]): Promise<void>;
  /** Resolves when all documents are indexed and searchable. */
  finishRebuild(rebuild: number): Promise<void>;
  abandonRebuild(rebuild: number): Promise<void>;
}

export type CallName = keyof Calls;

/** Data that the thread needs for the calls that follow. */
export interface News {
  /** Vocabularies by locale (BCP 47, lower case). */
  readonly words: readonly (readonly [locale: string, source: VocabularySource])[];
  readonly viewers: readonly (readonly [viewer: number, closed: ClosedSets])[];
  /** Viewers that are no longer used. */
  readonly forgotten: readonly number[];
}

export type Question = {
  readonly [Name in CallName]: {
    readonly id: number;
    readonly name: Name;
    readonly args: Parameters<Calls[Name]>;
  };
}[CallName];

export type Message = { readonly news: News } | { readonly question: Question };

/** Answer with the id of its question. Errors lose their class in transfer but keep their message. */
export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: unknown };
