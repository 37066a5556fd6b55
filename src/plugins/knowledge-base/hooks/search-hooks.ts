import type { OwnedHooks, User } from '../../../index.js';
import type { SearchResultItem } from '../search-service.js';
import type { SuggestionItem } from '../suggestions/suggestion.js';
import { isListOf, onPage } from './accepts.js';

declare module '../../../index.js' {
  interface Actions {
    /**
     * This process has built its search index anew, be it at its start; every process has one of its own. Nothing waits for
     * it: hand slow work to a job.
     */
    vendor_kb_index_rebuilt(index: { readonly articles: number }): void;
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
     * What the typed text may become. Articles and categories are known by their `id`: those that the viewer may not see,
     * and those without one, are dropped afterwards. For a `type` of its own a plugin decides that itself.
     */
    vendor_kb_suggestions(
      suggestions: SuggestionItem[],
      context: { readonly q: string; readonly viewer: User | null; readonly locale: string },
    ): SuggestionItem[] | Promise<SuggestionItem[]>;
    /**
     * What is found, and in which order: the hits of one page. A plugin may add its own under a `type` of its own; whether
     * the viewer may see them is its business. Articles that the viewer may not see are dropped afterwards.
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
  define('vendor_kb_search_query', { ...onPage, kind: 'filter', accepts: isQuery });
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
