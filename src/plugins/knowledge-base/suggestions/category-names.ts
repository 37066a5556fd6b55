import type { CategoryTree } from '../category-tree.js';
import { createAnalyzer } from '../search/analyzer.js';
import { createSuggestionIndex, type SuggestionIndex } from '../search/suggest.js';

/** The names of the categories of a locale, to be completed; null where there are none. Made once for each tree, when they are first asked for. */
export function createCategoryNames(): (tree: CategoryTree, locale: string) => SuggestionIndex | null {
  const byTree = new WeakMap<CategoryTree, Map<string, SuggestionIndex>>();
  return (tree, locale) => {
    const byLocale = byTree.get(tree) ?? new Map<string, SuggestionIndex>();
    byTree.set(tree, byLocale);
    const known = byLocale.get(locale);
    if (known) return known;
    // Anybody may ask for any locale: those without categories are not kept.
    const ours = tree.all().filter((category) => category.locale === locale);
    if (ours.length === 0) return null;
    const names = createSuggestionIndex(createAnalyzer(locale));
    for (const { id, name } of ours) names.add(id, name);
    byLocale.set(locale, names);
    return names;
  };
}
