import type { WaysOn } from '../../content/views/template-data.js';
import { listArticles } from '../../domain/articles/article-query.js';
import type { Visit } from './visit.js';

const ARTICLES = 5;
const CATEGORIES = 12;

/** Returns suggestions after an empty result: top categories, and the most read or newest articles. */
export async function waysOn({ kb, locale, viewer }: Visit): Promise<WaysOn> {
  const visibility = await kb.access.visibility(viewer);
  const first = (by: 'views' | 'modified') =>
    listArticles(kb, { visibility, statuses: ['publish'], locale }, { by, direction: 'desc' }, { limit: ARTICLES });
  const read = await first('views');
  const areRead = read.some(({ figures }) => (figures?.views ?? 0) > 0);
  const articles = areRead ? read : await first('modified');
  const categories = (await kb.navigation.tree(locale, '', viewer)).filter(({ kind }) => kind === 'category');
  return {
    articles: articles.map((article) => ({ title: article.title, link: kb.permalinks.articleHref(article) })),
    areRead,
    categories: categories.slice(0, CATEGORIES).map(({ title, link }) => ({ title, link })),
  };
}
