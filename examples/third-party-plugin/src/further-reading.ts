import type { Site } from 'mortise';
import type { PageRequest } from 'mortise/pages';
import type { KnowledgeBase } from 'mortise/plugins';
import type { Recipe } from './recipe.js';

/** Articles related to a recipe that the requesting user may read. */
export type FurtherReading = (recipe: Recipe, request: PageRequest) => Promise<{ title: string; link: string }[]>;

const MOST = 3;
/** Minimum and maximum query length in characters. */
const SHORTEST = 2;
const LONGEST = 200;

/** @param knowledgeBase getter called on each request, since the plugin may be reactivated between requests */
export function createFurtherReading(knowledgeBase: () => KnowledgeBase, site: Site): FurtherReading {
  return async ({ title }, request) => {
    const query = [...title].slice(0, LONGEST).join('');
    if (query.trim().length < SHORTEST) return [];
    const { search, searchIndex, access } = knowledgeBase();
    await searchIndex.ready();
    const viewer = access.viewerOf(request);
    const { results } = await search.search({ query, locale: site.locale, page: 1, perPage: MOST, viewer });
    return results.filter(({ type }) => type === 'article').map(({ title: name, link }) => ({ title: name, link }));
  };
}
