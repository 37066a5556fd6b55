import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { EVERYTHING } from '../../../domain/access/visibility.js';
import { ARTICLE_STATUSES, type Article } from '../../../domain/articles/article.js';
import { findArticles } from '../../../domain/articles/article-query.js';
import { invalidParam } from '../../../domain/errors.js';

/** Articles loaded per query, since their texts are included. */
const READ = 200;

/** Returns the given ids, or with `--all` the ids of all matching articles. */
export async function chosenIds(
  kb: KnowledgeBase,
  { values, options }: { readonly values: readonly string[]; readonly options: Readonly<Record<string, unknown>> },
  isWanted: (article: Article) => boolean,
): Promise<readonly string[]> {
  if (options.all !== true) {
    if (values.length > 0) return values;
    throw invalidParam('ids', 'Pass article IDs, --all or --file.');
  }
  if (values.length > 0) throw invalidParam('ids', 'Pass article IDs or --all, not both.');
  const found: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += READ) {
    const filter = { visibility: EVERYTHING, statuses: ARTICLE_STATUSES };
    const read = await findArticles(kb, filter, { by: 'date', direction: 'asc' }, { limit: READ, offset });
    found.push(...read.articles.filter(isWanted).map(({ id }) => `${id}`));
    total = read.total;
  }
  return found;
}
