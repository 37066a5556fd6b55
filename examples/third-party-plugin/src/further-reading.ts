import type { Site } from 'mortise';
import type { PageRequest } from 'mortise/pages';
import type { KnowledgeBase } from 'mortise/plugins';
import type { Recipe } from './recipe.js';

/** Articles related to a recipe that the requesting user may read. */
export type FurtherReading = (recipe: Recipe, request: PageRequest) => Promise<{ title: string; link: string }[]>;

const MAX_ARTICLES = 3;
/** Minimum and maximum query length in characters. */
const MIN_QUERY_LENGTH = 2;
const MAX_QUERY_LENGTH = 200;

/** @param knowledgeBase getter called on each request, since the plugin may be reactivated between requests */
export function createFurtherReading(knowledgeBase: () => KnowledgeBase, site: Site): FurtherReading {
  return async ({ title }, request) => {
    const query = [...title].slice(0, MAX_QUERY_LENGTH).join('');
    if (query.trim().length < MIN_QUERY_LENGTH) return [];
    const { search, searchIndex, access } = knowledgeBase();
    await searchIndex.ready();
    const viewer = access.viewerOf(request);
    const { results } = await search.search({ query, locale: site.locale, page: 1, perPage: MAX_ARTICLES, viewer });
    return results.filter(({ type }) => type === 'article').map(({ title: name, link }) => ({ title: name, link }));
  };
}
