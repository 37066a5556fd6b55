import type { AdminRequest } from '../../../../../admin.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { ARTICLE_STATUSES } from '../../../domain/articles/article.js';
import { listArticles } from '../../../domain/articles/article-query.js';
import { statesOf } from '../../routes/list-articles.js';
import { completed } from './completed.js';

/** Formats articles for a field, one per line. Articles that the current user may not read appear as ids. */
export async function articleLines(
  { access, articles }: Pick<KnowledgeBase, 'access' | 'articles'>,
  ids: readonly number[],
  request: AdminRequest,
): Promise<string> {
  const found = new Map((await articles.getMany(ids)).map((article) => [article.id, article]));
  const lines = ids.map(async (id) => {
    const article = found.get(id);
    return article && (await access.accessTo(article, request)).allowed ? completed(id, article.title) : String(id);
  });
  return (await Promise.all(lines)).join('\n');
}

/** Finds completions: readable articles of a language whose titles contain the words. */
export async function articlesFound(
  kb: KnowledgeBase,
  search: string,
  locale: string | undefined,
  request: AdminRequest,
): Promise<string[]> {
  const visibility = await kb.access.visibility(kb.access.viewerOf(request));
  const states = await statesOf(
    ARTICLE_STATUSES.filter((status) => status !== 'trash'),
    request,
  );
  const filter = { visibility, ...states, search, searchColumns: ['title'] as const, locale };
  const found = await listArticles(kb, filter, { by: 'title', direction: 'asc' }, { limit: 10 });
  return found.map(({ id, title }) => completed(id, title));
}
