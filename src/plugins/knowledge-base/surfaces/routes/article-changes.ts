import { type OwnedRest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Article, ArticleStatus } from '../../domain/articles/article.js';
import { articleNotFound } from '../../domain/errors.js';
import { ARTICLE_ARGS } from '../saving/article-arguments.js';
import { createArticle, updateArticle } from '../saving/save-article.js';
import { ARTICLE_TAGS, BODY_LIMIT, ID_ARG, NAMESPACE, TITLE_ARG } from './arguments.js';
import { existingArticle } from './existing-article.js';
import { matchedVersion } from './if-match.js';
import { ARTICLE, DELETED_ARTICLE } from './schemas/articles.js';

/** Registers the routes that create, change and delete articles. */
export function registerArticleChangeRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { articles, views, restUrl } = kb;

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/articles',
    summary: 'Create an article',
    description:
      'Without permission to publish, it is submitted for review, and the response has `X-CMS-Status-Changed`.',
    operationId: 'createArticle',
    tags: ARTICLE_TAGS,
    args: { ...ARTICLE_ARGS, title: { ...TITLE_ARG, required: true } },
    permission: 'edit_kb_articles',
    allowBatch: true,
    idempotency: 'accepted',
    returns: ARTICLE,
    successStatus: 201,
    bodyLimit: BODY_LIMIT,
    strictBody: true,
    async handler(request) {
      const { article, requestedStatus } = await createArticle(kb, request.args, {
        reader: request,
        source: 'rest',
      });
      const view = await views.one(article, request, 'edit');
      return respond(view, {
        status: 201,
        headers: {
          ...statusChanged(requestedStatus, article),
          Location: restUrl(`/articles/${article.id}`),
          ETag: views.etag(view, 'edit'),
        },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: ['PUT', 'PATCH'],
    path: '/articles/{id}',
    summary: 'Update an article',
    description:
      'Absent fields stay unchanged. With `version` or `If-Match`, a change to an outdated version fails with 412.',
    operationId: 'updateArticle',
    tags: ARTICLE_TAGS,
    args: {
      ...ARTICLE_ARGS,
      id: ID_ARG,
      title: TITLE_ARG,
      version: { type: 'integer', minimum: 1, description: 'Version that the change is based on.' },
    },
    permission: { capability: 'edit_kb_article', object: (request) => existingArticle(kb, request.args.id, request) },
    allowBatch: true,
    returns: ARTICLE,
    bodyLimit: BODY_LIMIT,
    strictBody: true,
    async handler(request) {
      const { args, object: before } = request;
      const expected = args.version ?? (await matchedVersion(kb, request, before));
      const { id: _id, version: _version, ...changes } = args;
      const { article, requestedStatus } = await updateArticle(kb, before, changes, {
        reader: request,
        source: 'rest',
        expected,
      });
      const view = await views.one({ ...article, counters: before.counters }, request, 'edit');
      return respond(view, {
        headers: { ...statusChanged(requestedStatus, article), ETag: views.etag(view, 'edit') },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/articles/{id}',
    summary: 'Move an article to the trash, or delete it permanently',
    description: 'With `If-Match`, it fails with 412 if the article has changed.',
    operationId: 'deleteArticle',
    tags: ARTICLE_TAGS,
    args: { id: ID_ARG, force: { type: 'boolean', default: false, description: 'Delete permanently.' } },
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
      // A trashed article is gone for clients: deleting it again must not succeed.
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
}

/** A header reports a status other than the requested one. */
function statusChanged(requested: ArticleStatus | undefined, { status }: Article): Record<string, string> {
  return requested === undefined || requested === status ? {} : { 'X-CMS-Status-Changed': status };
}
