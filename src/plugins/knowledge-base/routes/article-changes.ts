import { type OwnedRest, type RestRequest, respond } from '../../../index.js';
import { ARTICLE_STATUSES, type Article, type ArticleInput, type ArticleStatus, isPublished } from '../article.js';
import { articleNotFound, forbidden } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { ACCESS_RULE_ARG, assertMayManage, ruleIdFor } from './access-rule.js';
import { ARTICLE_TAGS, BODY_LIMIT, ID_ARG, LOCALE_ARG, NAMESPACE, ORDER_ARG, TITLE_ARG } from './arguments.js';
import { FIELD_ARGS, fieldInput, translationKeyOf } from './article-fields.js';
import { assertMayEdit, existingArticle, writerOf } from './existing-article.js';
import { assertCategories } from './existing-category.js';
import { matchedVersion } from './if-match.js';
import { STORED_MOMENT_ARG, toMoment } from './moments.js';
import { ARTICLE, DELETED_ARTICLE } from './schemas/articles.js';

const WRITABLE = {
  content: { type: 'string', description: 'Source text in the given format.' },
  format: { type: 'string', enum: ['markdown', 'html', 'blocks'], description: 'What the content is written in.' },
  excerpt: { type: 'string', maxLength: 1000 },
  slug: { type: 'string', minLength: 1, maxLength: 191 },
  status: { type: 'string', enum: ARTICLE_STATUSES },
  date: {
    ...STORED_MOMENT_ARG,
    description: 'When it is published, `published_at` of the answer: what is to come makes it wait as `future`.',
  },
  categories: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    maxItems: 50,
    description: 'The first is the primary one.',
  },
  tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, maxItems: 100 },
  order: { ...ORDER_ARG, description: 'Place within the primary category.' },
  locale: LOCALE_ARG,
  sticky: { type: 'boolean' },
  access_rule: ACCESS_RULE_ARG,
  meta: { type: 'object', description: 'Fields that plugins have registered; null takes one away.' },
  ...FIELD_ARGS,
} as const;

/** Articles: create, change, delete. */
export function registerArticleChangeRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { access, articles, views, restUrl } = kb;

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
      await assertCategories(kb, request.args.categories, [], request);
      const ruleId = await ruleIdFor(kb, request.args.access_rule, null, request);
      const input = {
        ...toInput(kb, request.args),
        ...(await fieldInput(kb, request, null)),
        title: request.args.title,
        ...(ruleId === undefined ? {} : { ruleId }),
      };
      const wanted = input.status ?? 'draft';
      const status = await allowedStatus(wanted, request);
      const writer = await writerOf(request);
      const article = await withTranslation(request, { id: 0, locale: input.locale ?? kb.site.locale }, (joined) =>
        articles.create({ ...input, ...joined, status }, writer),
      );
      const shown = await views.one(article, request, 'edit');
      return respond(shown, {
        status: 201,
        headers: {
          ...statusChanged(wanted, article),
          Location: restUrl(`/articles/${article.id}`),
          ETag: views.etag(shown, 'edit'),
        },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: ['PUT', 'PATCH'],
    path: '/articles/{id}',
    summary: 'Change an article',
    description: 'What is not sent stays. With `version` or `If-Match` a change to an older version is refused (412).',
    operationId: 'updateArticle',
    tags: ARTICLE_TAGS,
    args: {
      ...WRITABLE,
      id: ID_ARG,
      title: TITLE_ARG,
      version: { type: 'integer', minimum: 1, description: 'The version the change was made to.' },
    },
    permission: { capability: 'edit_kb_article', object: (request) => existingArticle(kb, request.args.id, request) },
    allowBatch: true,
    returns: ARTICLE,
    bodyLimit: BODY_LIMIT,
    strictBody: true,
    async handler(request) {
      const { args, object: before } = request;
      await assertCategories(kb, args.categories, before.categoryIds, request);
      const input: ArticleInput = { ...toInput(kb, args), ...(await fieldInput(kb, request, before)) };
      if (args.title !== undefined) input.title = args.title;
      const ruleId = await ruleIdFor(kb, args.access_rule, access.rules.get(before.ruleId), request);
      if (ruleId !== undefined) input.ruleId = ruleId;
      const wanted = input.status === before.status ? undefined : input.status;
      const status = wanted && (await allowedStatus(wanted, request));
      /** Of the article as it is when it is changed: it may have been published, or given away, since it was read. */
      const assertMay = async (locked: Article): Promise<void> => {
        await assertMayEdit(locked, request);
        const { ruleId: rule, categoryIds } = locked;
        if (access.isFreed(locked, { ruleId: rule, categoryIds, ...input })) await assertMayManage(request);
        if (status !== 'trash' || (await request.can('delete_kb_article', locked))) return;
        throw forbidden('rest_forbidden', 'Your account may not delete this article.', 'delete_kb_article', request);
      };
      const expected = args.version ?? (await matchedVersion(kb, request, before));
      const writer = await writerOf(request);
      const place = { id: args.id, locale: input.locale ?? before.locale };
      const article = await withTranslation(request, place, (joined) =>
        articles.update(args.id, { ...input, ...joined, ...(status ? { status } : {}) }, writer, expected, assertMay),
      );
      const shown = await views.one({ ...article, figures: before.figures }, request, 'edit');
      return respond(shown, {
        headers: { ...statusChanged(wanted, article), ETag: views.etag(shown, 'edit') },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/articles/{id}',
    summary: 'Move an article to the trash, or delete it for good',
    description: 'With `If-Match` it is refused (412) when the article was changed meanwhile.',
    operationId: 'deleteArticle',
    tags: ARTICLE_TAGS,
    args: { id: ID_ARG, force: { type: 'boolean', default: false, description: 'Delete for good.' } },
    permission: { capability: 'delete_kb_article', object: (request) => existingArticle(kb, request.args.id, request) },
    allowBatch: true,
    returns: DELETED_ARTICLE,
    async handler(request) {
      const { id, force } = request.args;
      const before = request.object;
      const expected = await matchedVersion(kb, request, before);
      const previous = await views.one(before, request, 'edit');
      if (force) {
        await articles.delete(id, { user: request.user, source: 'rest' }, expected);
        return { deleted: true, previous };
      }
      // What lies in the trash already is gone for clients: deleting it again is not a second success.
      if (before.status === 'trash') throw articleNotFound(id);
      await articles.update(
        id,
        { status: 'trash' },
        { user: request.user, source: 'rest' },
        expected,
        async (locked) => {
          if (locked.status === 'trash') throw articleNotFound(id);
        },
      );
      return { deleted: false, trashed: true, previous };
    },
  });

  /** Does a save, and has it share a key with the article that the body says it is a translation of. */
  function withTranslation(
    request: RestRequest<{ translation_of?: number | null }>,
    article: Pick<Article, 'id' | 'locale'>,
    save: (joined: Pick<ArticleInput, 'translationKey'>) => Promise<Article>,
  ): Promise<Article> {
    const { translation_of: of } = request.args;
    if (of === undefined) return save({});
    const place = { id: article.id, locale: article.locale.toLowerCase() };
    return kb.db.transaction(async () => save({ translationKey: await translationKeyOf(kb, of, place, request) }));
  }
}

/** Without the right to publish, what would be published waits for review. */
async function allowedStatus(wanted: ArticleStatus, request: RestRequest): Promise<ArticleStatus> {
  return isPublished({ status: wanted }) && !(await request.can('publish_kb_articles')) ? 'pending' : wanted;
}

/** A header tells of a state that is not the one which was asked for. */
function statusChanged(wanted: ArticleStatus | undefined, { status }: Article): Record<string, string> {
  return wanted === undefined || wanted === status ? {} : { 'X-CMS-Status-Changed': status };
}

interface WritableArgs {
  content?: string;
  format?: 'markdown' | 'html' | 'blocks';
  excerpt?: string;
  slug?: string;
  status?: ArticleStatus;
  date?: string;
  categories?: number[];
  tags?: string[];
  order?: number;
  locale?: string;
  sticky?: boolean;
  meta?: Record<string, unknown>;
}

/** @throws HostError 400 `vendor_kb_invalid_param` for fields of `meta` that are not registered, or do not fit */
function toInput({ metaKeys }: Pick<KnowledgeBase, 'metaKeys'>, args: WritableArgs): ArticleInput {
  const { format, categories, order, date, ...rest } = args;
  const { content, excerpt, slug, status, tags, locale, sticky, meta } = rest;
  if (meta) metaKeys.check(meta);
  const input: ArticleInput = { content, excerpt, slug, status, tags, locale, sticky, meta } as ArticleInput;
  return {
    ...input,
    ...(format ? { contentFormat: format } : {}),
    ...(categories ? { categoryIds: categories } : {}),
    ...(order === undefined ? {} : { menuOrder: order }),
    ...(date === undefined ? {} : { publishedAt: toMoment(date) }),
  };
}
