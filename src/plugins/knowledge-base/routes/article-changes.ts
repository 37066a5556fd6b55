import { matchTags, type OwnedRest, type RestRequest, respond } from '../../../index.js';
import { ARTICLE_STATUSES, type Article, type ArticleInput, type ArticleStatus } from '../article.js';
import { articleNotFound, forbidden, versionConflict } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { ARTICLE_TAGS, BODY_LIMIT, ID_ARG, NAMESPACE, TITLE_ARG } from './arguments.js';
import { ARTICLE, DELETED_ARTICLE } from './schemas/articles.js';

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

/** Articles: create, change, delete. */
export function registerArticleChangeRoutes(rest: OwnedRest, { articles, views, restUrl }: KnowledgeBase): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/articles',
    summary: 'Write an article',
    description: 'Without the right to publish it waits for review, and `X-CMS-Status-Changed` says so.',
    operationId: 'createArticle',
    tags: ARTICLE_TAGS,
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
        headers: { ...headers, Location: restUrl(`/articles/${article.id}`), ETag: views.etag(shown, 'edit') },
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
    tags: ARTICLE_TAGS,
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
    tags: ARTICLE_TAGS,
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
