import type { OwnedHooks, User } from '../../../index.js';
import type { StoredPromotion } from '../promotions/promotions.js';
import type { SynonymGroup } from '../search/synonyms.js';
import type { SearchText, SearchTextContext } from '../search-documents.js';
import type { SearchResultItem } from '../search-service.js';
import type { SuggestionItem } from '../suggestions/suggestion.js';
import type { StoredGroup } from '../synonyms/stored-group.js';
import { isListOf, isObject, onPage } from './accepts.js';
import type { Actor } from './article-hooks.js';

declare module '../../../index.js' {
  interface Actions {
    /**
     * This process has built its search index anew, be it at its start; every process has one of its own. Nothing waits for
     * it: hand slow work to a job.
     */
    vendor_kb_index_rebuilt(index: { readonly articles: number }): void;
    /** A group of synonyms was saved, and the change is in the database; `previous` is null for a new one. */
    vendor_kb_synonym_saved(group: StoredGroup, previous: StoredGroup | null, context: Actor): void | Promise<void>;
    /** A group of synonyms was deleted. */
    vendor_kb_synonym_deleted(group: StoredGroup, context: Actor): void | Promise<void>;
    /** What comes first for a query was saved, and the change is in the database; `previous` is null for a new one. */
    vendor_kb_promotion_saved(
      promotion: StoredPromotion,
      previous: StoredPromotion | null,
      context: Actor,
    ): void | Promise<void>;
    /** Nothing is put first for a query any more. */
    vendor_kb_promotion_deleted(promotion: StoredPromotion, context: Actor): void | Promise<void>;
  }
  interface Filters {
    /**
     * What is searched for in place of what was typed, of 1 to 200 characters. Answers and statistics go on saying what was
     * typed.
     */
    vendor_kb_search_query(
      query: string,
      context: { readonly viewer: User | null; readonly locale: string },
    ): string | Promise<string>;
    /**
     * What is searched of an article: it may be changed, and null keeps the article out of search. While an index is built
     * the database is searched, which knows nothing of it: it is no means to hide anything. An index is built anew when
     * plugins with a callback come and go; where one says something else later, clear the cache group `search`. A callback
     * that fails is left out for that article.
     */
    vendor_kb_search_document(
      text: SearchText | null,
      article: SearchTextContext,
    ): SearchText | null | Promise<SearchText | null>;
    /**
     * Words of a locale that mean the same: a search for one finds the others, also when its spelling was repaired first. An
     * entry of several words is meant where a query has them together, and found where an article has all of them in its
     * title or in its text. It is given those that editors keep. It is asked once for each locale, and again when those
     * change and when plugins come and go; otherwise clear the cache group `search`.
     */
    vendor_kb_synonyms(groups: readonly SynonymGroup[], context: { readonly locale: string }): readonly SynonymGroup[];
    /**
     * Single words of a locale that say nothing about an article: they are found in titles alone, and a query is searched
     * without them unless it has no others. It is given those of the language, and asked as `vendor_kb_synonyms` is; where
     * it says something else, the index is built anew.
     */
    vendor_kb_stop_words(words: readonly string[], context: { readonly locale: string }): readonly string[];
    /**
     * What the typed text may become. Articles and categories are known by their `id`: those that the viewer may not see,
     * and those without one, are dropped afterwards. For a `type` of its own a plugin decides that itself.
     */
    vendor_kb_suggestions(
      suggestions: SuggestionItem[],
      context: { readonly q: string; readonly viewer: User | null; readonly locale: string },
    ): SuggestionItem[] | Promise<SuggestionItem[]>;
    /**
     * What is found, and in which order: the hits of one page. A plugin may add its own under a `type` of its own; whether
     * the viewer may see them is its business. Articles that the viewer may not see are dropped afterwards. Where it takes hits
     * away it is asked for the next pages too, to fill the one that was asked for, and for those before it, to know where
     * that begins: `page` says which one it is given.
     */
    vendor_kb_search_results(
      results: SearchResultItem[],
      context: { readonly q: string; readonly viewer: User | null; readonly page: number },
    ): SearchResultItem[] | Promise<SearchResultItem[]>;
  }
}

/** Adds to what search finds. */
export function defineSearchHooks({ define }: OwnedHooks): void {
  define('vendor_kb_index_rebuilt', { since: '0.1.0', decorating: true, kind: 'action', async: 'never' });
  for (const name of ['synonym_saved', 'synonym_deleted', 'promotion_saved', 'promotion_deleted'] as const) {
    define(`vendor_kb_${name}`, { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
  }
  define('vendor_kb_search_query', { ...onPage, kind: 'filter', accepts: isQuery });
  define('vendor_kb_search_document', {
    ...{ since: '0.1.0', kind: 'filter', async: 'allowed', timeoutMs: onPage.timeoutMs, accepts: isTextOrNull },
    // Thousands of articles pass in one go: a few that a callback fails on are no reason to leave out the others.
    ...{ onError: 'isolate', breaker: { failures: 100 } },
  });
  define('vendor_kb_synonyms', { since: '0.1.0', onError: 'isolate', kind: 'filter', accepts: isListOfGroups });
  define('vendor_kb_stop_words', { since: '0.1.0', onError: 'isolate', kind: 'filter', accepts: isListOfWords });
  define('vendor_kb_suggestions', { ...onPage, kind: 'filter', accepts: isListOfSuggestions });
  define('vendor_kb_search_results', { ...onPage, kind: 'filter', accepts: isListOfResults });
}

/** The members without which a page would fail. */
const RESULT = {
  type: 'string',
  id: 'number',
  title: 'string',
  link: 'string',
  highlights: 'object',
  breadcrumbs: 'object',
};

/** An address that is not absolute would fail the answer as a whole, and nobody would know whose it was. */
function isListOfResults(value: unknown): boolean {
  return isListOf(RESULT)(value) && value.every(({ link }) => URL.canParse(String(link)));
}

function isQuery(value: unknown): boolean {
  return typeof value === 'string' && /^.{1,200}$/su.test(value);
}

function isListOfSuggestions(value: unknown): boolean {
  return (
    isListOf({ type: 'string', text: 'string', match: 'object' })(value) &&
    value.every(({ link }) => link === undefined || URL.canParse(String(link)))
  );
}

function isTextOrNull(value: unknown): boolean {
  if (value === null) return true;
  const { title, body, aliases = [], tags } = (isObject(value) ? value : {}) as Partial<SearchText>;
  return typeof title === 'string' && typeof body === 'string' && isListOfTexts(aliases) && isListOfTexts(tags);
}

function isListOfGroups(value: unknown): boolean {
  return (
    isListOf({ words: 'object' })(value) &&
    value.every(({ words, also }) => isListOfTexts(words) && (also === undefined || isListOfTexts(also)))
  );
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

/** "in order to" would make a stop word of "order". */
function isListOfWords(value: unknown): boolean {
  return isListOfTexts(value) && (value as string[]).every((word) => /^\S+$/.test(word));
}
