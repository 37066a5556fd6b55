import type { CategoryTree } from '../../domain/categories/category-tree.js';
import type { Analyzer } from '../../domain/search/analyzer.js';
import type { SearchWords } from '../../domain/search/locale-words.js';
import { createSuggestionIndex, type SuggestionIndex } from '../../domain/search/suggest.js';

interface Completion {
  readonly analyzer: Analyzer;
  readonly names: SuggestionIndex;
}

/**
 * Returns the completable category names of a locale; null if there are none.
 * Built lazily, once per tree and vocabulary.
 */
export function createCategoryNames(
  words: Pick<SearchWords, 'of'>,
): (tree: CategoryTree, locale: string) => SuggestionIndex | null {
  const byTree = new WeakMap<CategoryTree, Map<string, Completion>>();
  return (tree, locale) => {
    const byLocale = byTree.get(tree) ?? new Map<string, Completion>();
    byTree.set(tree, byLocale);
    const known = byLocale.get(locale);
    if (known && known.analyzer === words.of(locale).analyzer) return known.names;
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
