import type { ClosedSets } from '../../access/closed-sets.js';
import type { SearchDocument, SearchOrigin, SearchQuery, SearchResult, SearchStats, Suggestion } from '../engine.js';
import type { VocabularySource } from '../vocabulary.js';

/** What the thread is asked to do. Viewers have numbers, null stands for whom nothing is closed to. */
export interface Calls {
  index(documents: readonly SearchDocument[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  search(query: Omit<SearchQuery, 'visibility'>, viewer: number | null): Promise<SearchResult>;
  suggest(prefix: string, locale: string, limit: number, viewer: number | null): Promise<Suggestion[]>;
  whole(queries: readonly string[], locale: string, viewer: number | null): Promise<string[]>;
  stats(): Promise<SearchStats>;
  /** From here on the thread notes what changes; several may be under way, each with a number. */
  beginRebuild(rebuild: number, origin: SearchOrigin): Promise<void>;
  /** Answers when the batch before is in the index, so that there is never more than one that waits. */
  takeIn(rebuild: number, documents: readonly SearchDocument[]): Promise<void>;
  /** Answers when everything is in, and searched from now on. */
  finishRebuild(rebuild: number): Promise<void>;
  abandonRebuild(rebuild: number): Promise<void>;
}

export type CallName = keyof Calls;

/** What the thread has to know for the calls that follow. */
export interface News {
  /** Of locales (BCP 47, lower case). */
  readonly words: readonly (readonly [locale: string, source: VocabularySource])[];
  readonly viewers: readonly (readonly [viewer: number, closed: ClosedSets])[];
  /** Viewers that are not asked about any more. */
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

/** With the number of its question. An error loses its class on the way, and keeps what it says. */
export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: unknown };
