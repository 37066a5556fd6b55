import type { Site } from 'mortise';
import type { OwnedHooks } from 'mortise/hooks';
import type {} from 'mortise/plugins'; // the types of the knowledge base's hooks
import type { Recipes } from './recipes.js';

/** Puts recipes whose title matches the query first in the knowledge base's search results. */
export function registerSearch(hooks: OwnedHooks, recipes: Recipes, site: Site): void {
  hooks.addFilter('vendor_kb_search_results', async (results, { q, page }) => {
    if (page !== 1) return results;
    const found = await recipes.list({ search: q, page: 1, perPage: 3 });
    return [
      ...found.recipes.map(({ id, title, method }) => ({
        type: 'acme_recipe',
        id,
        title,
        link: site.url(`/recipes/${id}`),
        excerpt: method.slice(0, 160),
        highlights: [],
        score: 0,
        category: null,
        breadcrumbs: [],
      })),
      ...results,
    ];
  });
}
