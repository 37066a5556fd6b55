import { createStrings, type PageHandler, type PageResponse, type PluginContext } from '../../../index.js';
import { type Article, isPublic } from '../article.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { kbCatalogues } from '../strings/catalogues.js';
import { articlePage } from './article.js';
import { categoryPage } from './category.js';
import { homePage } from './home.js';
import { notFoundPage, oldAddress } from './not-found.js';
import { postOpinion } from './opinions.js';
import { searchPage } from './search.js';
import type { Visit } from './visit.js';

/** Everything under the knowledge base's path: home, search, categories, articles, old addresses. */
export function createKbPages(kb: KnowledgeBase, context: PluginContext): PageHandler {
  return async (request) => {
    const isPost = request.method === 'POST';
    if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') return null;
    const { locale, path } = kb.links.parse(request.path, await kb.navigation.locales());
    const strings = createStrings(locale, kbCatalogues, { timeZone: kb.site.timezone });
    const visit: Visit = { kb, context, request, locale, path, strings };
    if (isPost) return postToArticle(visit);
    if (path === '') return homePage(visit);
    if (path === 'search') return searchPage(visit);
    const category = kb.categories.tree().byPath(locale, path);
    if (category) return categoryPage(visit, category);
    const article = await readableArticle(visit);
    if (article) return articlePage(visit, article);
    return (await oldAddress(visit)) ?? notFoundPage(visit);
  };
}

/** The article at this address, if the visitor may read it. */
async function readableArticle({ kb, request, locale, path }: Visit): Promise<Article | null> {
  const article = await kb.articles.byPath(locale, path);
  return article && (isPublic(article) || (await request.can('edit_kb_article', article))) ? article : null;
}

/** Forms are sent to the article that they are about. */
async function postToArticle(visit: Visit): Promise<PageResponse | null> {
  const article = await readableArticle(visit);
  return article && postOpinion(visit, article);
}
