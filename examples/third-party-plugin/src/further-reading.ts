import type { PageRequest, Site } from 'mortise';
import type { KnowledgeBase } from 'mortise/plugins';
import type { Recipe } from './recipe.js';

/** Articles that have to do with a recipe: those that whoever makes the request may read, and no others. */
export type FurtherReading = (recipe: Recipe, request: PageRequest) => Promise<{ title: string; link: string }[]>;

const MOST = 3;
/** What search takes: characters. */
const SHORTEST = 2;
const LONGEST = 200;

/** @param knowledgeBase asked for with each request, since its plugin may be activated anew meanwhile */
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
