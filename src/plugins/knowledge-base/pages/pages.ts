import { createStrings, type PageHandler, type PluginContext } from '../../../index.js';
import { isPublic } from '../article.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { kbCatalogues } from '../strings/catalogues.js';
import { articlePage } from './article.js';
import { categoryPage } from './category.js';
import { homePage } from './home.js';
import { notFoundPage, oldAddress } from './not-found.js';
import { searchPage } from './search.js';
import type { Visit } from './visit.js';

/** Everything under the knowledge base's path: home, search, categories, articles, old addresses. */
export function createKbPages(kb: KnowledgeBase, context: PluginContext): PageHandler {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const { locale, path } = kb.links.parse(request.path, await kb.navigation.locales());
    const strings = createStrings(locale, kbCatalogues, { timeZone: kb.site.timezone });
    const visit: Visit = { kb, context, request, locale, path, strings };
    if (path === '') return homePage(visit);
    if (path === 'search') return searchPage(visit);
    const category = kb.categories.tree().byPath(locale, path);
    if (category) return categoryPage(visit, category);
    const article = await kb.articles.byPath(locale, path);
    if (article && (isPublic(article) || (await request.can('edit_kb_article', article))))
      return articlePage(visit, article);
    return (await oldAddress(visit)) ?? notFoundPage(visit);
  };
}
