import { type OwnedRest, paginate, type RestRequest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { LOCALE_ARG } from '../../domain/locale.js';
import { MAX_ARTICLES } from '../../domain/search/promotions/promotions.js';
import type { StoredPromotion } from '../../domain/search/promotions/read-promotions.js';
import { MAX_QUERY_LENGTH } from '../../domain/search/search-service.js';
import { COLLECTION_ARGS, ID_ARG, NAMESPACE, offsetOf, pageOf } from './arguments.js';
import { DELETED_PROMOTION, PROMOTION, PROMOTIONS } from './schemas/search-management.js';

const PROMOTION_ARGS = {
  locale: { ...LOCALE_ARG, description: "Default: the site's." },
  query: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_QUERY_LENGTH,
    description: 'Word forms, order and stop words do not matter.',
  },
  articles: {
    type: 'array',
    items: ID_ARG,
    minItems: 1,
    maxItems: MAX_ARTICLES,
    description: 'IDs of articles in this locale, first result first. Readers only see articles that they can read.',
  },
} as const;

/** Registers the routes for promotions. */
export function registerPromotionRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { promotions, site, restUrl, access, articles } = kb;
  const common = { tags: ['Knowledge base: search'], permission: 'manage_kb_search' } as const;

  /** Rejects articles that are missing or hidden from the editor. */
  async function assertReadable(ids: readonly number[], request: RestRequest): Promise<void> {
    for (const id of new Set(ids)) await access.readable(await articles.get(id), id, request);
  }

  rest.group(NAMESPACE, { ...common, path: '/search/promotions' }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List promoted results',
      operationId: 'listPromotions',
      args: {
        page: COLLECTION_ARGS.page,
        per_page: COLLECTION_ARGS.per_page,
        offset: COLLECTION_ARGS.offset,
        locale: { ...LOCALE_ARG, description: 'Only this locale.' },
      },
      returns: PROMOTIONS,
      async handler({ args }) {
        const found = await promotions.list({
          locale: args.locale?.toLowerCase(),
          limit: args.per_page,
          offset: offsetOf(args),
        });
        return paginate(found.promotions.map(promotionView), pageOf(args, found.total), 'vendor_kb_invalid_page');
      },
    });
    endpoint({
      method: 'POST',
      summary: 'Promote results for a query',
      operationId: 'createPromotion',
      args: {
        ...PROMOTION_ARGS,
        query: { ...PROMOTION_ARGS.query, required: true },
        articles: { ...PROMOTION_ARGS.articles, required: true },
      },
      allowBatch: true,
      idempotency: 'accepted',
      strictBody: true,
      successStatus: 201,
      returns: PROMOTION,
      async handler(request) {
        const { locale = site.locale, query, articles: ids } = request.args;
        await assertReadable(ids, request);
        const promotion = await promotions.create(
          { locale: locale.toLowerCase(), query, articles: ids },
          { user: request.user, source: 'rest' },
        );
        const headers = { Location: restUrl(`/search/promotions/${promotion.id}`) };
        return respond(promotionView(promotion), { status: 201, headers });
      },
    });
  });

  rest.group(NAMESPACE, { ...common, path: '/search/promotions/{id}', args: { id: ID_ARG } }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'Read a promotion',
      operationId: 'getPromotion',
      returns: PROMOTION,
      handler: async ({ args }) => promotionView(await promotions.get(args.id)),
    });
    endpoint({
      method: ['PUT', 'PATCH'],
      summary: 'Update a promotion',
      description: 'Absent fields stay unchanged.',
      operationId: 'updatePromotion',
      args: PROMOTION_ARGS,
      allowBatch: true,
      strictBody: true,
      returns: PROMOTION,
      async handler(request) {
        const { id, locale, query, articles: ids } = request.args;
        await assertReadable(ids ?? [], request);
        const changes = {
          ...(locale && { locale: locale.toLowerCase() }),
          ...(query && { query }),
          ...(ids && { articles: ids }),
        };
        return promotionView(await promotions.update(id, changes, { user: request.user, source: 'rest' }));
      },
    });
    endpoint({
      method: 'DELETE',
      summary: 'Delete a promotion',
      operationId: 'deletePromotion',
      allowBatch: true,
      returns: DELETED_PROMOTION,
      async handler({ args, user }) {
        return { deleted: true, previous: promotionView(await promotions.delete(args.id, { user, source: 'rest' })) };
      },
    });
  });
}

function promotionView({ id, locale, query, articles, createdAt, updatedAt }: StoredPromotion) {
  return {
    id,
    locale,
    query,
    articles: [...articles],
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
