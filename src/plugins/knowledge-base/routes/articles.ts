import { type OwnedRest, paginate, type RestRequest, type RestResponse, respond } from '../../../index.js';
import { UNSHARED } from '../access/effective.js';
import { ARTICLE_STATUSES, type Article, type ArticleStatus } from '../article.js';
import { findArticles } from '../article-query.js';
import type { ViewContext } from '../article-view.js';
import { articleNotFound, forbidden } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { ARTICLE_TAGS, COLLECTION_ARGS, CONTEXT_ARG, ID_ARG, NAMESPACE, offsetOf, pageOf } from './arguments.js';
import { ARTICLE, ARTICLES } from './schemas/articles.js';

const LIST_ARGS = {
  ...COLLECTION_ARGS,
  category: { type: 'array', items: { type: 'string' }, description: 'Ids or slugs; articles in any of them.' },
  category__not_in: { type: 'array', items: { type: 'integer' } },
  subtree: { type: 'boolean', default: false, description: 'Also what is below the categories.' },
  tag: { type: 'string' },
  author: { type: 'integer' },
  status: {
    type: 'array',
    items: { type: 'string', enum: ARTICLE_STATUSES },
    description: 'Others than publish need edit_kb_articles.',
  },
  locale: { type: 'string' },
  sticky: { type: 'boolean' },
  after: { type: 'string', format: 'date-time' },
  before: { type: 'string', format: 'date-time' },
  modified_after: { type: 'string', format: 'date-time' },
  orderby: { type: 'string', enum: ['date', 'modified', 'title', 'order'], default: 'date' },
} as const;

const COUNT_ARG = {
  type: 'boolean',
  default: true,
  description: '0 leaves the call out of the statistics: for programs that read in place of people.',
} as const;

/** Articles: list and read. */
export function registerArticleRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { articles, views, access, teasers, statistics } = kb;

  async function contextOf(
    wanted: ViewContext | 'embed',
    request: RestRequest,
    article?: Article,
  ): Promise<ViewContext> {
    if (wanted === 'embed') return 'view';
    const capability = article ? 'edit_kb_article' : 'edit_kb_articles';
    if (wanted === 'view' || (await request.can(capability, article))) return wanted;
    throw forbidden('rest_forbidden_context', 'context=edit is for those who may edit articles.', capability, request);
  }

  /** An article, or its teaser, with what caches have to know of it. */
  async function show(
    article: Article | null,
    asked: number | string,
    request: RestRequest<{ context: ViewContext | 'embed' }>,
  ): Promise<RestResponse> {
    if (!article) throw articleNotFound(asked);
    const found = await access.accessTo(article, request);
    if (!found.allowed && !((await teasers(article, found)) && request.args.context !== 'edit')) {
      throw found.status === 404 ? articleNotFound(asked) : await access.refuse(article, found, request);
    }
    const context = await contextOf(request.args.context, request, article);
    const shown = await views.one(article, request, context, found);
    const tag = views.etag(shown, context);
    if (request.args.context === 'view' && found.allowed) statistics.viewed(article, request, tag);
    const headers = { ETag: tag, ...(found.vary === 'public' ? {} : UNSHARED) };
    return respond(shown, { headers });
  }

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles',
    summary: 'List articles',
    description: 'Published ones, newest first; with the right to edit also others.',
    operationId: 'listArticles',
    tags: ARTICLE_TAGS,
    args: LIST_ARGS,
    permission: 'public',
    returns: ARTICLES,
    async handler(request) {
      const { args } = request;
      const context = await contextOf(args.context, request);
      const { statuses, author } = await statusesFor(args.status, args.author, request);
      const { articles: found, total } = await findArticles(
        kb.db,
        {
          visibility: await access.visibility(access.viewerOf(request)),
          statuses,
          categories: args.category && categoryIds(kb, args.category, args.locale, args.subtree),
          notCategories: args.category__not_in,
          tag: args.tag,
          author,
          locale: args.locale,
          sticky: args.sticky,
          search: args.search,
          include: args.include,
          exclude: args.exclude,
          after: toDate(args.after),
          before: toDate(args.before),
          modifiedAfter: toDate(args.modified_after),
        },
        {
          by: args.orderby,
          direction: args.order ?? (args.orderby === 'date' || args.orderby === 'modified' ? 'desc' : 'asc'),
        },
        { limit: args.per_page, offset: offsetOf(args) },
      );
      const items = await views.many(found, request, context);
      return paginate(items, pageOf(args, total), 'vendor_kb_invalid_page');
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles/{id}',
    summary: 'Read an article',
    description: 'An `ETag` comes along: send it back as `If-Match` with a change.',
    operationId: 'getArticle',
    tags: ARTICLE_TAGS,
    args: { id: ID_ARG, context: CONTEXT_ARG, count: COUNT_ARG },
    permission: 'public',
    returns: ARTICLE,
    async handler(request) {
      return show(await articles.get(request.args.id), request.args.id, request);
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles/{address}',
    summary: 'Read an article by its address',
    description: 'In the locale that is asked for, by default that of the site.',
    operationId: 'getArticleByAddress',
    tags: ARTICLE_TAGS,
    args: {
      address: { type: 'string', pattern: 'slug:.+', description: '`slug:` and the path, slashes escaped as %2F.' },
      locale: { type: 'string' },
      context: CONTEXT_ARG,
      count: COUNT_ARG,
    },
    permission: 'public',
    returns: ARTICLE,
    async handler(request) {
      const path = request.args.address.slice('slug:'.length);
      const found = await articles.byPath(request.args.locale?.toLowerCase() ?? kb.site.locale, path);
      return show(found, path, request);
    },
  });
}

/** Unpublished states are for those who may edit; without the right to edit others' only their own are listed. */
async function statusesFor(
  wanted: readonly ArticleStatus[] | undefined,
  author: number | undefined,
  request: RestRequest,
): Promise<{ statuses: readonly ArticleStatus[]; author: number | undefined }> {
  const statuses = wanted && wanted.length > 0 ? wanted : (['publish'] as const);
  if (statuses.every((status) => status === 'publish')) return { statuses, author };
  if (!(await request.can('edit_kb_articles'))) {
    const message = 'Only those who edit articles may list unpublished ones.';
    throw forbidden('rest_forbidden_status', message, 'edit_kb_articles', request);
  }
  if (await request.can('edit_others_kb_articles')) return { statuses, author };
  const own = request.user?.id ?? NOBODY;
  return { statuses, author: author === undefined || author === own ? own : NOBODY };
}

/** The id of no author; 0 is that of articles without one. */
const NOBODY = -1;

/** Ids as they are, slugs by the categories of the locale that have them. */
function categoryIds(
  kb: KnowledgeBase,
  wanted: readonly string[],
  locale: string | undefined,
  subtree: boolean,
): number[] {
  const tree = kb.categories.tree();
  const ids = wanted.flatMap((text) =>
    /^\d+$/.test(text)
      ? // What no id can be is the id of nothing; rounded it might be that of something.
        [Number.isSafeInteger(Number(text)) ? Number(text) : 0]
      : tree
          .all()
          .filter((category) => category.slug === text && (!locale || category.locale === locale.toLowerCase()))
          .map((category) => category.id),
  );
  return subtree ? ids.flatMap((id) => tree.subtree(id)) : ids;
}

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
