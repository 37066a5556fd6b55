import { HostError, matchTags, type OwnedRest, paginate, type RestRequest, respond } from '../../../index.js';
import { ARTICLE_STATUSES, type Article, type ArticleInput, type ArticleStatus, isPublic } from '../article.js';
import { findArticles } from '../article-query.js';
import type { ViewContext } from '../article-view.js';
import { articleNotFound, versionConflict } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import {
  BODY_LIMIT,
  COLLECTION_ARGS,
  CONTEXT_ARG,
  ID_ARG,
  NAMESPACE,
  offsetOf,
  pageOf,
  TITLE_ARG,
} from './arguments.js';
import { ARTICLE, ARTICLES, DELETED_ARTICLE } from './schemas.js';

const TAGS = ['Knowledge base: articles'];

const WRITABLE = {
  content: { type: 'string', description: 'Source text in the given format.' },
  format: { type: 'string', enum: ['markdown', 'html'], description: 'What the content is written in.' },
  excerpt: { type: 'string', maxLength: 1000 },
  slug: { type: 'string', minLength: 1, maxLength: 191 },
  status: { type: 'string', enum: ARTICLE_STATUSES },
  categories: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    maxItems: 50,
    description: 'The first is the primary one.',
  },
  tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, maxItems: 100 },
  order: { type: 'integer', description: 'Place within the primary category.' },
  locale: { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 },
  sticky: { type: 'boolean' },
  meta: { type: 'object' },
} as const;

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

/** Articles: list, read, create, change, delete. */
export function registerArticleRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { articles, views } = kb;

  /** Whoever may not see it learns nothing of it, not even that it exists. */
  async function visible(article: Article | null, asked: number | string, request: RestRequest): Promise<Article> {
    if (article && (isPublic(article) || (await request.can('edit_kb_article', article)))) return article;
    throw articleNotFound(asked);
  }

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

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles',
    summary: 'List articles',
    description: 'Published ones, newest first; with the right to edit also others.',
    operationId: 'listArticles',
    tags: TAGS,
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
    tags: TAGS,
    args: { id: ID_ARG, context: CONTEXT_ARG },
    permission: 'public',
    returns: ARTICLE,
    async handler(request) {
      const article = await visible(await articles.get(request.args.id), request.args.id, request);
      const context = await contextOf(request.args.context, request, article);
      const shown = await views.one(article, request, context);
      return respond(shown, { headers: { ETag: views.etag(shown, context) } });
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles/{address}',
    summary: 'Read an article by its address',
    description: 'In the locale that is asked for, by default that of the site.',
    operationId: 'getArticleByAddress',
    tags: TAGS,
    args: {
      address: { type: 'string', pattern: 'slug:.+', description: '`slug:` and the path, slashes escaped as %2F.' },
      locale: { type: 'string' },
      context: CONTEXT_ARG,
    },
    permission: 'public',
    returns: ARTICLE,
    async handler(request) {
      const path = request.args.address.slice('slug:'.length);
      const found = await articles.byPath(request.args.locale?.toLowerCase() ?? kb.site.locale, path);
      const article = await visible(found, path, request);
      const context = await contextOf(request.args.context, request, article);
      const shown = await views.one(article, request, context);
      return respond(shown, { headers: { ETag: views.etag(shown, context) } });
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/articles',
    summary: 'Write an article',
    description: 'Without the right to publish it waits for review, and `X-CMS-Status-Changed` says so.',
    operationId: 'createArticle',
    tags: TAGS,
    args: { ...WRITABLE, title: { ...TITLE_ARG, required: true } },
    permission: 'edit_kb_articles',
    allowBatch: true,
    idempotency: 'accepted',
    returns: ARTICLE,
    successStatus: 201,
    bodyLimit: BODY_LIMIT,
    strictBody: true,
    async handler(request) {
      const input = { ...toInput(request.args), title: request.args.title };
      const { status, headers } = await allowedStatus(input.status ?? 'draft', request);
      const article = await articles.create({ ...input, status }, { user: request.user, source: 'rest' });
      const shown = await views.one(article, request, 'edit');
      return respond(shown, {
        status: 201,
        headers: { ...headers, Location: kb.restUrl(`/articles/${article.id}`), ETag: views.etag(shown, 'edit') },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: ['PUT', 'PATCH'],
    path: '/articles/{id}',
    summary: 'Change an article',
    description:
      'What is not sent stays. With `version` or `If-Match` a change to an older version is refused (409, 412).',
    operationId: 'updateArticle',
    tags: TAGS,
    args: {
      ...WRITABLE,
      id: ID_ARG,
      title: TITLE_ARG,
      version: { type: 'integer', minimum: 1, description: 'The version the change was made to.' },
    },
    permission: { capability: 'edit_kb_article', object: ({ args }) => existing(args.id) },
    allowBatch: true,
    returns: ARTICLE,
    bodyLimit: BODY_LIMIT,
    strictBody: true,
    async handler(request) {
      const { args } = request;
      const input: ArticleInput = toInput(args);
      if (args.title !== undefined) input.title = args.title;
      const before = request.object;
      const { status, headers } =
        input.status === undefined || input.status === before.status
          ? { status: undefined, headers: {} }
          : await allowedStatus(input.status, request);
      if (status === 'trash' && !(await request.can('delete_kb_article', before))) {
        throw forbidden('rest_forbidden', 'Your account may not delete this article.', 'delete_kb_article', request);
      }
      const expected = args.version ?? matchedVersion(request.headers['if-match'], before);
      const article = await articles.update(
        args.id,
        { ...input, ...(status ? { status } : {}) },
        { user: request.user, source: 'rest' },
        expected,
      );
      const shown = await views.one(article, request, 'edit');
      return respond(shown, {
        headers: { ...headers, ETag: views.etag(shown, 'edit') },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/articles/{id}',
    summary: 'Move an article to the trash, or delete it for good',
    operationId: 'deleteArticle',
    tags: TAGS,
    args: { id: ID_ARG, force: { type: 'boolean', default: false, description: 'Delete for good.' } },
    permission: { capability: 'delete_kb_article', object: ({ args }) => existing(args.id) },
    allowBatch: true,
    returns: DELETED_ARTICLE,
    async handler(request) {
      const { id, force } = request.args;
      const before = request.object;
      const previous = await views.one(before, request, 'edit');
      if (force) {
        await articles.delete(id);
        return { deleted: true, previous };
      }
      // What lies in the trash already is gone for clients: deleting it again is not a second success.
      if (before.status === 'trash') throw articleNotFound(id);
      await articles.update(id, { status: 'trash' }, { user: request.user, source: 'rest' });
      return { deleted: false, trashed: true, previous };
    },
  });

  async function existing(id: number): Promise<Article> {
    const article = await articles.get(id);
    if (!article) throw articleNotFound(id);
    return article;
  }
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

function forbidden(code: string, message: string, capability: string, { user }: RestRequest): HostError {
  return new HostError(code, message, user ? { status: 403, missing_capability: capability } : { status: 401 });
}

/** Without the right to publish, what would be published waits for review; a header tells. */
async function allowedStatus(
  wanted: ArticleStatus,
  request: RestRequest,
): Promise<{ status: ArticleStatus; headers: Record<string, string> }> {
  const publishes = wanted === 'publish' || wanted === 'archived';
  if (!publishes || (await request.can('publish_kb_articles'))) return { status: wanted, headers: {} };
  return { status: 'pending', headers: { 'X-CMS-Status-Changed': 'pending' } };
}

function toInput(args: {
  content?: string;
  format?: 'markdown' | 'html';
  excerpt?: string;
  slug?: string;
  status?: ArticleStatus;
  categories?: number[];
  tags?: string[];
  order?: number;
  locale?: string;
  sticky?: boolean;
  meta?: Record<string, unknown>;
}): ArticleInput {
  const { format, categories, order, ...rest } = args;
  const { content, excerpt, slug, status, tags, locale, sticky, meta } = rest;
  const input: ArticleInput = { content, excerpt, slug, status, tags, locale, sticky, meta } as ArticleInput;
  return {
    ...input,
    ...(format ? { contentFormat: format } : {}),
    ...(categories ? { categoryIds: categories } : {}),
    ...(order === undefined ? {} : { menuOrder: order }),
  };
}

/**
 * The version that `If-Match` allows to change, undefined where any will do.
 * @throws HostError 412 `vendor_kb_version_conflict` when none of the tags is the article's
 */
function matchedVersion(header: string | string[] | undefined, article: Article): number | undefined {
  const verdict = matchTags(header, `"a${article.id}-v${article.version}-`);
  if (verdict === 'mismatch') throw versionConflict(article);
  return verdict === 'match' ? article.version : undefined;
}

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
