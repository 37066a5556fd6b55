import { utc } from '../../../../database.js';
import { type JsonSchema, type OwnedRest, paginate } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { findBrokenLinks } from '../../content/link-checks/broken-links.js';
import { ARTICLE_TAGS, COLLECTION_ARGS, NAMESPACE, offsetOf, pageOf } from './arguments.js';
import { address, id, list, moment, record } from './schemas/members.js';

const BROKEN_LINKS: JsonSchema = list(
  record('BrokenLink', 'Broken link.', {
    article: record(null, 'Article that contains it.', { id, title: { type: 'string' }, link: address }),
    href: { type: 'string', description: 'As written in the text.' },
    kind: { type: 'string', enum: ['article', 'category', 'media', 'external', 'other'] },
    checked_at: { ...moment, type: ['string', 'null'], description: 'Date of the first failed check.' },
  }),
);

/** Registers the route for broken links. */
export function registerLinkRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { access, articles, permalinks } = kb;
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/links/broken',
    summary: 'List broken links',
    description: "As of the last daily check. Without permission to edit others' articles, only in your own.",
    operationId: 'listBrokenLinks',
    tags: ARTICLE_TAGS,
    args: {
      page: COLLECTION_ARGS.page,
      per_page: COLLECTION_ARGS.per_page,
      offset: COLLECTION_ARGS.offset,
    },
    permission: 'edit_kb_articles',
    returns: BROKEN_LINKS,
    async handler(request) {
      const { args, user } = request;
      const scope = {
        visibility: await access.visibility(access.viewerOf(request)),
        author: (await request.can('edit_others_kb_articles')) ? undefined : (user?.id ?? 0),
      };
      const found = await findBrokenLinks(kb.db, scope, { limit: args.per_page, offset: offsetOf(args) });
      const about = await articles.getMany([...new Set(found.links.map(({ articleId }) => articleId))]);
      const byId = new Map(about.map((article) => [article.id, article]));
      const items = found.links.flatMap(({ articleId, href, kind, checkedAt }) => {
        const article = byId.get(articleId);
        if (!article) return [];
        const link = permalinks.articleUrl(article);
        const checked_at = checkedAt && utc.decode(checkedAt).toISOString();
        return [{ article: { id: article.id, title: article.title, link }, href, kind, checked_at }];
      });
      return paginate(items, pageOf(args, found.total), 'vendor_kb_invalid_page');
    },
  });
}
