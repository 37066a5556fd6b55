import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { countArticlesWithBrokenLinks } from '../../../content/link-checks/broken-links.js';
import { readableIds } from '../../../domain/access/readable-articles.js';
import { countArticles } from '../../../domain/articles/article-query.js';
import { dateIn } from '../../../domain/articles/staleness.js';
import { feedbackList } from '../../../domain/feedback/feedback-list.js';
import { badlyRatedIn } from './badly-rated.js';
import { scopeOf, type Worker } from './scope.js';

/**
 * Counts pending work with count queries only.
 * Filters that hide single articles from a user run for the list but not here, so the count may be higher.
 */
export async function countWork(kb: KnowledgeBase, worker: Worker): Promise<number> {
  const counts = await Promise.all([
    countOfArticles(kb, worker),
    countOfFeedback(kb, worker),
    countOfSearches(kb, worker),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Counts stale articles, badly rated ones and broken links. An article with all three problems counts three times, as
 * in the list.
 */
async function countOfArticles(kb: KnowledgeBase, worker: Worker): Promise<number> {
  const scope = await scopeOf(kb, worker);
  const { visibility, author, publishes } = scope;
  const links = await countArticlesWithBrokenLinks(kb.db, { ...scope, isHiddenAlone: !publishes });
  // Work on published content is only for users who may publish.
  if (!publishes) return links;
  const today = dateIn(kb.site.timezone, new Date());
  const stale = await countArticles(kb, {
    visibility,
    authors: author === undefined ? undefined : [author],
    statuses: ['publish'],
    stale: true,
    today,
  });
  const row = await badlyRatedIn(kb.db, scope)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirst();
  return links + stale + Number(row?.total ?? 0);
}

async function countOfFeedback(kb: KnowledgeBase, worker: Worker): Promise<number> {
  if (!(await worker.can('moderate_kb_feedback'))) return 0;
  return feedbackList.count(kb.db, { articles: await readableIds(kb, worker), status: ['new'] });
}

async function countOfSearches(kb: KnowledgeBase, worker: Worker): Promise<number> {
  if (!(await worker.can('view_kb_stats'))) return 0;
  const { total } = await kb.statistics.searches({
    period: '30d',
    report: 'zero_results',
    viewer: kb.access.viewerOf(worker),
    limit: 0,
    offset: 0,
  });
  return total;
}
