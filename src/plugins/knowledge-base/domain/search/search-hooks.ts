import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { isListOf, isObject, onPage } from '../accepts.js';
import type { Actor } from '../articles/actor.js';
import type { StoredPromotion } from './promotions/read-promotions.js';
import type { SearchText, SearchTextContext } from './search-documents.js';
import type { SearchResultItem } from './search-result-page.js';
import type { SuggestionItem } from './suggestion.js';
import type { StoredGroup } from './synonyms/read-groups.js';
import type { SynonymGroup } from './synonyms.js';

declare module '../../../../index.js' {
  interface Actions {
    /**
     * This process built its search index, including the first build at startup; every process has its own.
     * Fire-and-forget: move slow work to a job.
     */
    vendor_kb_index_rebuilt(index: { readonly articles: number }): void;
    /** A synonym group was saved and the change is committed. `previous` is null for a new group. */
    vendor_kb_synonym_saved(group: StoredGroup, previous: StoredGroup | null, context: Actor): void | Promise<void>;
    /** A synonym group was deleted. */
    vendor_kb_synonym_deleted(group: StoredGroup, context: Actor): void | Promise<void>;
    /** A promotion was saved and the change is committed. `previous` is null for a new promotion. */
    vendor_kb_promotion_saved(
      promotion: StoredPromotion,
      previous: StoredPromotion | null,
      context: Actor,
    ): void | Promise<void>;
    /** A promotion was deleted. */
    vendor_kb_promotion_deleted(promotion: StoredPromotion, context: Actor): void | Promise<void>;
  }
  interface Filters {
    /** Filters the query that is searched, 1 to 200 characters. Responses and statistics keep the query as typed. */
    vendor_kb_search_query(
      query: string,
      context: { readonly viewer: User | null; readonly locale: string },
    ): string | Promise<string>;
    /**
     * Filters the searchable text of an article. Return null to leave the article out of the index. Not an access
     * control: while an index is being built, search queries the database, which ignores this filter. The index is
     * rebuilt when plugins with a callback are activated or deactivated; if a callback changes its result later,
     * clear the cache group `search`. A failing callback is skipped for that article.
     */
    vendor_kb_search_document(
      text: SearchText | null,
      article: SearchTextContext,
    ): SearchText | null | Promise<SearchText | null>;
    /**
     * Filters the synonyms of a locale: a search for one finds the others, even after its spelling was corrected. A
     * multi-word entry matches the words next to each other in a query, and articles with all of them in the title
     * or in the text. Receives the editors' groups. Evaluated once per locale, and again when those groups or the
     * active plugins change; otherwise clear the cache group `search`.
     */
    vendor_kb_synonyms(groups: readonly SynonymGroup[], context: { readonly locale: string }): readonly SynonymGroup[];
    /**
     * Filters the stop words of a locale (single words). They match in titles only, and queries ignore them unless
     * they contain nothing else. Receives the stop words of the language and is evaluated like `vendor_kb_synonyms`;
     * a changed result rebuilds the index.
     */
    vendor_kb_stop_words(words: readonly string[], context: { readonly locale: string }): readonly string[];
    /**
     * Filters the search suggestions. Articles and categories are identified by `id`: those the viewer may not see,
     * and those without an id, are removed afterwards. A plugin that adds its own `type` must check access itself.
     */
    vendor_kb_suggestions(
      suggestions: SuggestionItem[],
      context: { readonly q: string; readonly viewer: User | null; readonly locale: string },
    ): SuggestionItem[] | Promise<SuggestionItem[]>;
    /**
     * Filters the results of one page, including their order. A plugin may add results under its own `type` and must
     * check access to them itself; articles the viewer may not see are removed afterwards. Added results are
     * counted and do not move others to another page. If callbacks remove results, they also run for later pages (to fill the requested one) and for earlier pages (to find its offset);
     * `page` is the page being filtered.
     */
    vendor_kb_search_results(
      results: SearchResultItem[],
      context: { readonly q: string; readonly viewer: User | null; readonly page: number },
    ): SearchResultItem[] | Promise<SearchResultItem[]>;
  }
}

/** Defines the search hooks. */
export function defineSearchHooks({ define }: OwnedHooks): void {
  define('vendor_kb_index_rebuilt', { since: '0.1.0', decorating: true, kind: 'action', async: 'never' });
  for (const name of ['synonym_saved', 'synonym_deleted', 'promotion_saved', 'promotion_deleted'] as const) {
    define(`vendor_kb_${name}`, { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
  }
  define('vendor_kb_search_query', { ...onPage, kind: 'filter', accepts: isQuery });
  define('vendor_kb_search_document', {
    since: '0.1.0',
    kind: 'filter',
    async: 'allowed',
    timeoutMs: onPage.timeoutMs,
    accepts: isTextOrNull,
    // Thousands of articles pass through one build, so a few failures must not disable the callback.
    onError: 'isolate',
    breaker: { failures: 100 },
  });
  define('vendor_kb_synonyms', { since: '0.1.0', onError: 'isolate', kind: 'filter', accepts: isListOfGroups });
  define('vendor_kb_stop_words', { since: '0.1.0', onError: 'isolate', kind: 'filter', accepts: isListOfWords });
  define('vendor_kb_suggestions', { ...onPage, kind: 'filter', accepts: isListOfSuggestions });
  define('vendor_kb_search_results', { ...onPage, kind: 'filter', accepts: isListOfResults });
}

/** Required members, without which rendering fails. */
const RESULT = {
  type: 'string',
  id: 'number',
  title: 'string',
  link: 'string',
  highlights: 'object',
  breadcrumbs: 'object',
};

/** Checks the URLs too: a relative one would fail the whole response without naming the plugin at fault. */
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

/** Accepts single words only. "in order to" would turn "order" into a stop word. */
function isListOfWords(value: unknown): boolean {
  return isListOfTexts(value) && (value as string[]).every((word) => /^\S+$/.test(word));
}
