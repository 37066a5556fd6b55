import { listArticles } from '../article-query.js';
import type { PageLink } from '../template-data.js';
import type { Visit } from './visit.js';

const ARTICLES = 5;
const CATEGORIES = 12;

/** Where somebody goes on who has found nothing: the categories at the top, and what is read most. */
export async function waysOn({ kb, locale, viewer }: Visit): Promise<{ articles: PageLink[]; categories: PageLink[] }> {
  const visibility = await kb.access.visibility(viewer);
  const articles = await listArticles(
    kb,
    { visibility, statuses: ['publish'], locale },
    { by: 'views', direction: 'desc' },
    { limit: ARTICLES },
  );
  const categories = (await kb.navigation.tree(locale, '', viewer)).filter(({ kind }) => kind === 'category');
  return {
    articles: articles.map((article) => ({ title: article.title, link: kb.permalinks.articleHref(article) })),
    categories: categories.slice(0, CATEGORIES).map(({ title, link }) => ({ title, link })),
  };
}
