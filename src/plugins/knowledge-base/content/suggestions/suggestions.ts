import type { OwnedHooks } from '../../../../hooks.js';
import type { KbAccess } from '../../domain/access/access.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import type { Visibility } from '../../domain/access/visibility.js';
import { isPublic } from '../../domain/articles/article.js';
import type { Articles } from '../../domain/articles/articles.js';
import type { Categories } from '../../domain/categories/categories.js';
import type { CategoryTree } from '../../domain/categories/category-tree.js';
import type { Permalinks } from '../../domain/links/permalinks.js';
import type { Analyzer } from '../../domain/search/analyzer.js';
import type { SearchEngine } from '../../domain/search/engine.js';
import { orWhereLost } from '../../domain/search/index-lost.js';
import type { SearchWords } from '../../domain/search/locale-words.js';
import type { SearchService } from '../../domain/search/search-service.js';
import { createSuggestionIndex, type SuggestionIndex } from '../../domain/search/suggest.js';
import type { SuggestionItem } from '../../domain/search/suggestion.js';
import type { PopularQueries } from './popular-queries.js';

export interface SuggestOptions {
  readonly locale: string;
  readonly limit: number;
  readonly viewer: KbViewer;
}

/** Completes typed text with articles, earlier searches and categories that the reader may see. */
export type Suggest = (query: string, options: SuggestOptions) => Promise<SuggestionItem[]>;

/** Minimum limit at which one place each is reserved for an earlier search and a category. */
const ROOM_FOR_ALL = 3;

/** Maximum earlier searches checked for results that this viewer may read. */
const MAX_CANDIDATES = 50;

export function createSuggestions(parts: {
  access: Pick<KbAccess, 'visibility'>;
  engine: Pick<SearchEngine, 'whole'>;
  search: Pick<SearchService, 'suggest'>;
  popular: PopularQueries;
  words: Pick<SearchWords, 'of'>;
  articles: Pick<Articles, 'getMany'>;
  categories: Categories;
  permalinks: Pick<Permalinks, 'categoryUrl'>;
  hooks: OwnedHooks;
}): Suggest {
  const { access, engine, search, popular, words, articles, categories, permalinks, hooks } = parts;
  const namesOf = createCategoryNames(words);

  function categoriesLike(query: string, { locale, limit }: SuggestOptions, { admitsCategory }: Visibility) {
    const tree = categories.tree();
    const found = namesOf(tree, locale)?.suggest(query, limit, admitsCategory) ?? [];
    return found.flatMap(({ id, title, match }): SuggestionItem[] => {
      const category = tree.get(id);
      return category ? [{ type: 'category', id, text: title, link: permalinks.categoryUrl(category), match }] : [];
    });
  }

  /**
   * Finds the earlier searches that complete the text.
   * Queries may be confidential: all words must occur in one article that this viewer may read.
   */
  async function queriesLike(typed: string, { locale, limit }: SuggestOptions, visibility: Visibility) {
    const queries = await popular.of(locale);
    const isNew = ({ query }: { readonly query: string }): boolean => query !== typed.trim().toLowerCase();
    const found = queries?.suggest(typed, MAX_CANDIDATES).filter(isNew) ?? [];
    const texts = found.map(({ query }) => query);
    const whole = await orWhereLost(
      () => engine.whole(texts, { locale, visibility }),
      async () => [],
    );
    return found
      .filter(({ query }) => whole.includes(query))
      .slice(0, limit)
      .map(({ query, match }): SuggestionItem => ({ type: 'query', text: query, match }));
  }

  /** Removes suggestions added by callbacks that the viewer may not see. Earlier ones were already checked. */
  async function dropHidden(
    suggestions: readonly SuggestionItem[],
    items: readonly SuggestionItem[],
    { admits, admitsCategory }: Visibility,
  ): Promise<SuggestionItem[]> {
    const keyOf = ({ type, id }: SuggestionItem): string => `${type}:${id}`;
    const keys = new Set(items.map(keyOf));
    const added = suggestions.filter((item) => item.type === 'article' && !keys.has(keyOf(item)));
    const loaded = await articles.getMany(added.flatMap(({ id }) => id ?? []));
    for (const one of loaded) if (isPublic(one) && admits(one)) keys.add(`article:${one.id}`);
    const tree = categories.tree();
    return suggestions.filter((item) => {
      if (item.type === 'article') return keys.has(keyOf(item));
      return item.type !== 'category' || (tree.get(item.id ?? 0) !== undefined && admitsCategory(item.id ?? 0));
    });
  }

  return async (query, options) => {
    const visibility = await access.visibility(options.viewer);
    // Waits for the index, which the earlier searches need too.
    const found = await search.suggest(query, options);
    const queries = await queriesLike(query, options, visibility);
    const items = shareOut(found, queries, categoriesLike(query, options, visibility), options.limit);
    if (!hooks.hasFilter('vendor_kb_suggestions')) return items;
    const context = { q: query, viewer: options.viewer.user, locale: options.locale };
    const filtered = await hooks.applyFiltersAsync('vendor_kb_suggestions', items, context);
    return (await dropHidden(filtered, items, visibility)).slice(0, options.limit);
  };
}

/** Combines articles, then earlier searches and categories, with a reserved place each if there is room. */
function shareOut(
  articles: readonly SuggestionItem[],
  queries: readonly SuggestionItem[],
  categories: readonly SuggestionItem[],
  limit: number,
): SuggestionItem[] {
  const reserved = limit < ROOM_FOR_ALL ? 0 : 1;
  const forCategories = Math.min(reserved, categories.length);
  const forQueries = Math.min(reserved, queries.length);
  const first = articles.slice(0, limit - forCategories - forQueries);
  const second = queries.slice(0, limit - first.length - forCategories);
  return [...first, ...second, ...categories.slice(0, limit - first.length - second.length)];
}

interface Completion {
  readonly analyzer: Analyzer;
  readonly names: SuggestionIndex;
}

/**
 * Returns the completable category names of a locale; null if there are none.
 * Built lazily, once per tree and vocabulary.
 */
function createCategoryNames(
  words: Pick<SearchWords, 'of'>,
): (tree: CategoryTree, locale: string) => SuggestionIndex | null {
  const byTree = new WeakMap<CategoryTree, Map<string, Completion>>();
  return (tree, locale) => {
    const byLocale = byTree.get(tree) ?? new Map<string, Completion>();
    byTree.set(tree, byLocale);
    const cached = byLocale.get(locale);
    if (cached && cached.analyzer === words.of(locale).analyzer) return cached.names;
    // Any locale may be requested, so nothing is cached for those without categories.
    const ours = tree.all().filter((category) => category.locale === locale);
    if (ours.length === 0) return null;
    const { analyzer } = words.of(locale);
    const names = createSuggestionIndex(analyzer);
    for (const { id, name } of ours) names.add(id, name);
    byLocale.set(locale, { analyzer, names });
    return names;
  };
}
