import type { OwnedRest } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { countPublished } from '../../domain/search/search-documents.js';
import { NAMESPACE } from './arguments.js';
import { SEARCH_INDEX } from './schemas/search.js';

/** Registers the routes for the search index's status and rebuild. */
export function registerReindexRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { caches, db, searchIndex } = kb;
  const common = {
    path: '/search/reindex',
    tags: ['Knowledge base: search'],
    permission: 'manage_kb_categories',
    returns: SEARCH_INDEX,
  } as const;

  async function status() {
    const { state, progress, startedAt, finishedAt, leftOut } = searchIndex.status();
    const { documents, terms, locales } = await searchIndex.stats();
    return {
      state,
      progress: { ...progress },
      documents,
      published: await countPublished(db),
      left_out: leftOut,
      terms,
      locales: [...locales],
      started_at: startedAt?.toISOString() ?? null,
      finished_at: finishedAt?.toISOString() ?? null,
    };
  }

  rest.route(NAMESPACE, {
    ...common,
    method: 'GET',
    summary: 'Read the status of the search index',
    description:
      'Status of the index in the responding process. Each process has its own index and keeps it up to date.',
    operationId: 'getSearchIndex',
    handler: status,
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    summary: 'Rebuild the search index',
    description:
      'In every process of the site. Responds when this process has finished. The previous index answers until then.',
    operationId: 'rebuildSearchIndex',
    async handler({ user }) {
      await caches.flush(['search'], { user, source: 'rest' });
      await searchIndex.ready();
      return status();
    },
  });
}
