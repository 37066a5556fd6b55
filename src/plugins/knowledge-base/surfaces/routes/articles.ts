import { type OwnedRest, paginate, type RestRequest, type RestResponse, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { ViewContext } from '../../content/views/article-view.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import { type Article, isPublic } from '../../domain/articles/article.js';
import { articleNotFound, UNSHARED } from '../../domain/errors.js';
import { ARTICLE_TAGS, CONTEXT_ARG, concatenated, ID_ARG, NAMESPACE, pageOf } from './arguments.js';
import { categoryIds, contextOf, IN_CATEGORIES_ARGS, LIST_ARGS, listFor } from './list-articles.js';
import { ARTICLE, ARTICLES } from './schemas/articles.js';

const COUNT_ARG = {
  type: 'boolean',
  default: true,
  description: '0 excludes the call from statistics, for programs that do not read on behalf of people.',
} as const;

/** Registers the routes that list and read articles. */
export function registerArticleRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { articles, views, access, teasers, statistics } = kb;

  /** Responds with an article or its teaser, and the cache headers. */
  async function show(
    article: Article | null,
    idOrSlug: number | string,
    request: RestRequest<{ context: ViewContext | 'embed' }>,
  ): Promise<RestResponse> {
    if (!article) throw articleNotFound(idOrSlug);
    const found = await access.accessTo(article, request);
    if (!found.allowed && !((await teasers(article, found)) && request.args.context !== 'edit')) {
      throw found.status === 404 ? articleNotFound(idOrSlug) : await access.refuse(article, found, request);
    }
    const context = await contextOf(request.args.context, request, article);
    const view = await views.one(article, request, context, found);
    const tag = views.etag(view, context);
    if (request.args.context === 'view' && found.allowed) statistics.viewed(article, request, tag);
    const isShared = found.vary === 'public' && !views.isPersonal(view);
    const headers = { ETag: tag, ...(isShared ? {} : UNSHARED) };
    return respond(view, { headers });
  }

  function redirectTo(article: Article): RestResponse {
    const address = encodeURIComponent(`slug:${articles.pathOf(article)}`).replace('%3A', ':');
    const Location = `${kb.restUrl(`/articles/${address}`)}?locale=${article.locale}`;
    return respond(null, { status: 301, headers: { ...UNSHARED, Location } });
  }

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles',
    summary: 'List articles',
    description: 'Published articles, newest first. Users who can edit articles also see other statuses.',
    operationId: 'listArticles',
    tags: ARTICLE_TAGS,
    args: { ...LIST_ARGS, ...IN_CATEGORIES_ARGS },
    permission: 'public',
    returns: ARTICLES,
    async handler(request) {
      const { args } = request;
      const context = await contextOf(args.context, request);
      const named = concatenated(args.category, args.categories);
      const categories = named && categoryIds(kb, named, args.locale, args.subtree);
      const { articles: found, total } = await listFor(kb, categories, request);
      const items = await views.many(found, request, context);
      return paginate(items, pageOf(args, total), 'vendor_kb_invalid_page');
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles/{id}',
    summary: 'Read an article',
    description: 'Returns an `ETag`. Send it as `If-Match` with a change.',
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
    summary: 'Read an article by its path',
    description: "In the requested locale; default: the site's. A previous path redirects to the current one (301).",
    operationId: 'getArticleByAddress',
    tags: ARTICLE_TAGS,
    args: {
      address: {
        type: 'string',
        pattern: 'slug:.+',
        description: '`slug:` and the path, with slashes escaped as %2F.',
      },
      locale: { type: 'string' },
      context: CONTEXT_ARG,
      count: COUNT_ARG,
    },
    permission: 'public',
    returns: ARTICLE,
    async handler(request) {
      const path = request.args.address.slice('slug:'.length);
      const locale = request.args.locale?.toLowerCase() ?? kb.site.locale;
      const found = await articles.byPath(locale, path);
      const viewer = access.viewerOf(request);
      // A draft does not hide a redirect at its URL.
      const isThere = found !== null && (await access.of(found, viewer)).reason !== 'status';
      const moved = isThere ? null : await movedArticle(kb, { locale, path }, viewer);
      return moved ? redirectTo(moved) : show(found, path, request);
    },
  });
}

/**
 * Finds the article that an old path redirects to. Null if there is none or it is hidden from the viewer.
 * @param place path below the knowledge base where no page exists
 */
async function movedArticle(
  { access, articles, categories, redirects }: Pick<KnowledgeBase, 'access' | 'articles' | 'categories' | 'redirects'>,
  { locale, path }: { readonly locale: string; readonly path: string },
  viewer: KbViewer,
): Promise<Article | null> {
  const target = await redirects.find(locale, path);
  const category = target?.kind === 'category' ? categories.tree().get(target.targetId) : undefined;
  const article =
    target?.kind === 'article'
      ? await articles.get(target.targetId)
      : category && (await articles.byPath(category.locale, `${category.path}/${target?.rest}`));
  if (!article || !isPublic(article)) return null;
  return (await access.of(article, viewer)).status === 404 ? null : article;
}
