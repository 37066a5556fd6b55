import type { OwnedRest } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { countPublished } from '../search-documents.js';
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
      ...{ state, progress: { ...progress }, documents, published: await countPublished(db), left_out: leftOut, terms },
      locales: [...locales],
      started_at: startedAt?.toISOString() ?? null,
      finished_at: finishedAt?.toISOString() ?? null,
    };
  }

  rest.route(NAMESPACE, {
    ...common,
    method: 'GET',
    summary: 'Say how the search index is',
    description: 'Of the process that answers: each has its own, and keeps it in step with the articles.',
    operationId: 'getSearchIndex',
    handler: status,
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    summary: 'Build the search index anew',
    description:
      'In every process of the site; the answer comes when this one has. Until then the former index answers.',
    operationId: 'rebuildSearchIndex',
    async handler({ user }) {
      await caches.flush(['search'], { user, source: 'rest' });
      await searchIndex.ready();
      return status();
    },
  });
}
