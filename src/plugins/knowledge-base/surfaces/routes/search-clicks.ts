import { type OwnedRest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ID_ARG, NAMESPACE } from './arguments.js';

/** Registers the route that records clicks on search results. */
export function registerSearchClickRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/search/clicks',
    summary: 'Record a click on a search result',
    description: 'For statistics. Pages send it with `navigator.sendBeacon` or `fetch` with `keepalive`.',
    operationId: 'recordSearchClick',
    tags: ['Knowledge base: search'],
    args: {
      query: { type: 'string', required: true, minLength: 1, maxLength: 200, description: 'Search query.' },
      article_id: { ...ID_ARG, required: true },
      position: {
        type: 'integer',
        required: true,
        minimum: 1,
        maximum: 10_000,
        description: 'Position among all results.',
      },
    },
    permission: 'public',
    rateLimit: { max: 60, window: '1m', by: 'ip' },
    strictBody: true,
    successStatus: 204,
    async handler(request) {
      const { query, article_id, position } = request.args;
      const article = await kb.access.readable(await kb.articles.get(article_id), article_id, request);
      kb.statistics.record({ kind: 'click', query, articleId: article.id, locale: article.locale, position }, request);
      return respond(null, { status: 204 });
    },
  });
}
