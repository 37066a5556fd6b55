import { type JsonSchema, type OwnedRest, paginate, type RestRequest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { namesIn, revisionView, summaryView } from '../../content/views/revision-view.js';
import { ARTICLE_STATUSES, type Article } from '../../domain/articles/article.js';
import { revisionNotFound } from '../../domain/errors.js';
import { restoreRevision } from '../../domain/revisions/restore.js';
import { ARTICLE_TAGS, COLLECTION_ARGS, ID_ARG, NAMESPACE, offsetOf, pageOf } from './arguments.js';
import { assertMayEdit, existingArticle, writerOf } from './existing-article.js';
import { matchedVersion } from './if-match.js';
import { ARTICLE } from './schemas/articles.js';
import { id, links, list, locale, moment, record } from './schemas/members.js';

const text = { raw: { type: 'string' }, rendered: { type: 'string', description: 'HTML.' } } as const;

const SUMMARY = {
  article_id: id,
  version: { type: 'integer', minimum: 1, description: 'Version of the article that this save created.' },
  kind: { type: 'string', enum: ['save', 'restore', 'import', 'schedule'], description: 'Cause of the save.' },
  parent_version: { type: ['integer', 'null'], description: 'Restored version.' },
  author: { type: 'integer', minimum: 0, description: 'User who saved it; 0: none.' },
  author_name: { type: 'string', description: 'Name of the user; empty: none.' },
  date: { ...moment, description: 'Time of the save.' },
  title: record(null, 'The title.', text),
  _links: links,
} as const;

/** See `RevisionSummaryView`. */
const REVISIONS: JsonSchema = list(record('RevisionSummary', 'Version of an article.', SUMMARY));

/** See `RevisionView`. */
const REVISION: JsonSchema = record('Revision', 'Version of an article with its content.', {
  ...SUMMARY,
  content: record(null, 'The text.', { ...text, format: { type: 'string', enum: ['markdown', 'blocks', 'html'] } }),
  excerpt: record(null, 'Excerpt.', text),
  slug: { type: 'string' },
  status: { type: 'string', enum: ARTICLE_STATUSES },
  locale,
  categories: list({ type: 'integer' }),
  tags: list({ type: 'string' }),
  order: { type: 'integer' },
  sticky: { type: 'boolean' },
});

const VERSION_ARG = { ...ID_ARG, description: 'Version of the article at that time.' } as const;

/** Registers the routes that list, read and restore versions of an article. */
export function registerRevisionRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { revisions, restUrl, views } = kb;

  const permission = {
    capability: 'edit_kb_article',
    object: (request: RestRequest<{ id: number }>) => existingArticle(kb, request.args.id, request),
  } as const;

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles/{id}/revisions',
    summary: 'List versions of an article',
    description: 'Newest first, one for each save.',
    operationId: 'listRevisions',
    tags: ARTICLE_TAGS,
    args: {
      id: ID_ARG,
      page: COLLECTION_ARGS.page,
      per_page: COLLECTION_ARGS.per_page,
      offset: COLLECTION_ARGS.offset,
    },
    permission,
    returns: REVISIONS,
    async handler({ args }) {
      const found = await revisions.list(args.id, { limit: args.per_page, offset: offsetOf(args) });
      const names = await namesIn(found.revisions, kb);
      const items = found.revisions.map((revision) => summaryView(revision, names, restUrl));
      return paginate(items, pageOf(args, found.total), 'vendor_kb_invalid_page');
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles/{id}/revisions/{rev}',
    summary: 'Read a version of an article',
    operationId: 'getRevision',
    tags: ARTICLE_TAGS,
    args: { id: ID_ARG, rev: VERSION_ARG },
    permission,
    returns: REVISION,
    async handler(request) {
      const { args } = request;
      const revision = await revisions.get(args.id, args.rev);
      if (!revision) throw revisionNotFound(args.id, args.rev);
      return revisionView(revision, kb.access.viewerOf(request), kb);
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/articles/{id}/revisions/{rev}/restore',
    summary: 'Restore a version of an article',
    description:
      'Restores title, text, excerpt, tags and SEO with a normal save, which creates a new version. With `version` or `If-Match`, it fails with 412 if the article has changed.',
    operationId: 'restoreRevision',
    tags: ARTICLE_TAGS,
    args: {
      id: ID_ARG,
      rev: VERSION_ARG,
      version: { type: 'integer', minimum: 1, description: 'Current version, if known.' },
    },
    permission,
    allowBatch: true,
    returns: ARTICLE,
    strictBody: true,
    async handler(request) {
      const { args } = request;
      const before: Article = request.object;
      const expected = args.version ?? (await matchedVersion(kb, request, before));
      const target = { articleId: args.id, version: args.rev };
      const article = await restoreRevision(kb, target, await writerOf(request), expected, (locked) =>
        assertMayEdit(locked, request),
      );
      const view = await views.one(article, request, 'edit');
      return respond(view, { headers: { ETag: views.etag(view, 'edit') } });
    },
  });
}
