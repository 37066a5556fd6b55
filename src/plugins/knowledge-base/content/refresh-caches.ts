import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PluginContext } from '../../../index.js';
import type { Versions } from '../../../services.js';
import { ACCESS_VERSION } from '../domain/access/rules.js';
import { EVERYTHING } from '../domain/access/visibility.js';
import { listArticles } from '../domain/articles/article-query.js';
import { RULED_FILES_VERSION } from '../domain/attachments/ruled-files.js';
import { CACHE_GROUPS, type CacheGroup, versionOf, WARM_VERSION } from '../domain/caches.js';
import { CATEGORIES_VERSION, CONTENT_VERSION } from '../domain/categories/categories.js';
import { startFeedbackJobs } from '../domain/feedback/reader-feedback.js';
import { PROMOTIONS_VERSION } from '../domain/search/promotions/promotions.js';
import { SYNONYMS_VERSION } from '../domain/search/synonyms/synonym-groups.js';
import type { KnowledgeBase } from './knowledge-base.js';

/** Keeps in-memory caches in sync with the database, whichever process changed it. */
export async function keepFresh(context: PluginContext, kb: KnowledgeBase): Promise<void> {
  const { versions, hooks, log, onClose } = context;
  startFeedbackJobs(context, kb);
  await Promise.all([
    kb.categories.refresh(),
    kb.access.rules.refresh(),
    kb.synonyms.refresh(),
    kb.promotions.refresh(),
  ]);
  const subscriptions = [
    ...watchCaches(versions, kb),
    versions.watch(CATEGORIES_VERSION, kb.categories.refresh),
    versions.watch(ACCESS_VERSION, kb.access.rules.refresh),
    versions.watch(PROMOTIONS_VERSION, kb.promotions.refresh),
    versions.watch(SYNONYMS_VERSION, async () => {
      await kb.synonyms.refresh();
      await kb.searchIndex.refresh();
    }),
    versions.watch(RULED_FILES_VERSION, kb.ruledFiles.forget),
    versions.watch(CONTENT_VERSION, () => {
      kb.access.forget();
      kb.navigation.forget();
    }),
  ];
  const complain = (error: unknown): void => {
    log.warn({ err: error }, 'The search index could not be built; the next search tries again');
  };
  // Activating or deactivating a plugin may change rendered texts.
  for (const change of ['plugin_activated', 'plugin_deactivated'] as const) {
    hooks.addAction(change, kb.forgetTexts);
    // Rebuilding the index must not delay the switch.
    hooks.addAction(change, () => void kb.searchIndex.refresh().catch(complain));
  }
  // Only processes that serve visitors build the index and warm caches ahead of requests.
  hooks.addAction('host_serving', () => {
    subscriptions.push(versions.watch(WARM_VERSION, () => warmCaches(kb)));
    kb.searchIndex.ready().catch(complain);
  });
  onClose(async () => {
    for (const subscription of subscriptions) subscription.remove();
    kb.renderedTexts.close();
    kb.fullTexts.close();
    await kb.searchIndex.close();
  });
}

/** Flushes this process's caches when any process requests it. */
function watchCaches(versions: Pick<Versions, 'watch'>, kb: KnowledgeBase): readonly { remove(): void }[] {
  const drop: Readonly<Record<CacheGroup, () => void | Promise<void>>> = {
    render: kb.forgetTexts,
    nav: kb.navigation.forget,
    // A process that has not searched yet builds its index on the first search.
    search: () => (kb.searchIndex.isReady() ? kb.searchIndex.renew() : undefined),
    access: kb.access.forget,
  };
  return CACHE_GROUPS.map((group) => versions.watch(versionOf(group), drop[group]));
}

/** Number of most read articles rendered ahead of requests. */
const WARMED_ARTICLES = 200;

/** Loads and renders what this process's visitors will probably request. */
async function warmCaches(
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
