import { setImmediate as nextTurn } from 'node:timers/promises';
import { EVERYTHING } from '../domain/access/visibility.js';
import { listArticles } from '../domain/articles/article-query.js';
import type { KnowledgeBase } from './knowledge-base.js';

/** Number of most read articles rendered ahead of requests. */
const WARMED_ARTICLES = 200;

/** Loads and renders what this process's visitors will probably request. */
export async function warmCaches(
  kb: Pick<KnowledgeBase, 'content' | 'db' | 'memory' | 'navigation' | 'searchIndex'>,
): Promise<void> {
  await kb.navigation.locales();
  await kb.searchIndex.ready();
  const filter = { visibility: EVERYTHING, statuses: ['publish'] } as const;
  const order = { by: 'views', direction: 'desc' } as const;
  const articles = await listArticles(kb, filter, order, { limit: WARMED_ARTICLES });
  await kb.content.load(articles);
  for (const article of articles) {
    // Serve visitors in between.
    await nextTurn();
    kb.content.of(article);
  }
}
