import type { CategoryTree } from '../category-tree.js';
import type { Analyzer } from '../search/analyzer.js';
import { createSuggestionIndex, type SuggestionIndex } from '../search/suggest.js';
import type { SearchWords } from '../search-words.js';

interface Completion {
  readonly analyzer: Analyzer;
  readonly names: SuggestionIndex;
}

/**
 * The names of the categories of a locale, to be completed; null where there are none. Made once for each tree and
 * vocabulary, when they are first asked for.
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
    // Anybody may ask for any locale: nothing is kept of those without categories.
    const ours = tree.all().filter((category) => category.locale === locale);
    if (ours.length === 0) return null;
    const { analyzer } = words.of(locale);
    const names = createSuggestionIndex(analyzer);
    for (const { id, name } of ours) names.add(id, name);
    byLocale.set(locale, { analyzer, names });
    return names;
  };
}
