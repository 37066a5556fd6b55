import { type OwnedRest, paginate, type RestRequest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { ViewContext } from '../../content/views/article-view.js';
import type { Article } from '../../domain/articles/article.js';
import type { AttachedFile } from '../../domain/attachments/attachment-access.js';
import { type AttachmentView, attachmentView } from '../../domain/attachments/attachment-view.js';
import { MAX_ATTACHMENTS } from '../../domain/attachments/attachments.js';
import { downloadPath } from '../../domain/attachments/download-path.js';
import { UNSHARED } from '../../domain/errors.js';
import { CONTEXT_ARG, ID_ARG, NAMESPACE } from './arguments.js';
import { contextOf } from './list-articles.js';
import { ATTACHMENT, ATTACHMENTS, FILE } from './schemas/attachments.js';

export const ATTACHMENT_TAGS = ['Knowledge base: attachments'];

/** Registers the routes that list, read and download attachments. */
export function registerAttachmentRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { access, articles, attachments, downloads } = kb;

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles/{id}/attachments',
    summary: 'List attachments of an article',
    description: 'In order; only attachments that the caller can download. At most 100.',
    operationId: 'listAttachments',
    tags: ATTACHMENT_TAGS,
    args: { id: ID_ARG, context: CONTEXT_ARG },
    permission: 'public',
    returns: ATTACHMENTS,
    async handler(request) {
      const { args } = request;
      const article = await access.readable(await articles.get(args.id), args.id, request);
      const context = await contextOf(args.context, request, article);
      const { views, isShared } = await attachmentViews(kb, article, request, context);
      // All attachments fit on one page.
      const pageInfo = { page: 1, perPage: MAX_ATTACHMENTS, total: views.length };
      return { ...paginate(views, pageInfo), headers: isShared ? {} : UNSHARED };
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/attachments/{id}',
    summary: "Read an attachment's data",
    operationId: 'getAttachment',
    tags: ATTACHMENT_TAGS,
    args: { id: ID_ARG, context: CONTEXT_ARG },
    permission: 'public',
    returns: ATTACHMENT,
    async handler(request) {
      const found = await attachments.readable(request.args.id, request);
      const context = await contextOf(request.args.context, request, found.article);
      const headers = found.access.vary === 'public' ? {} : UNSHARED;
      return respond(viewOf(kb, found, context), { headers });
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/attachments/{id}/download',
    summary: 'Download an attachment',
    description:
      'Full or partial (`Range`, `If-Range`). `inline=1` lets browsers show PDF, PNG, JPEG, WebP and plain text. For links in pages, use the URL `_links.alternate`, which accepts the session.',
    operationId: 'downloadAttachment',
    tags: ATTACHMENT_TAGS,
    args: { id: ID_ARG, inline: { type: 'boolean', default: false } },
    permission: 'public',
    returns: FILE,
    handler: async (request) => downloads.send(await attachments.readable(request.args.id, request), request),
  });
}

/** Builds the REST resource of an attachment. */
export function viewOf(kb: KnowledgeBase, found: AttachedFile, context: ViewContext): AttachmentView {
  const { attachment, access } = found;
  const rule = kb.access.rules.get(attachment.ruleId);
  return attachmentView(
    attachment,
    { access, rule, context },
    {
      restUrl: kb.restUrl,
      pageUrl: (file) => kb.links.url(kb.site.locale, downloadPath(file)),
    },
  );
}

/** Returns the article's attachments that this request may read, and whether all readers get the same. */
export async function attachmentViews(
  kb: KnowledgeBase,
  article: Article,
  request: RestRequest,
  context: ViewContext,
): Promise<{ views: AttachmentView[]; isShared: boolean }> {
  const viewer = kb.access.viewerOf(request);
  const all = await Promise.all(
    (await kb.attachments.of(article.id)).map(async (attachment) => ({
      attachment,
      article,
      access: await kb.attachments.accessOf(attachment, article, viewer),
    })),
  );
  const ofArticle = await kb.access.of(article, viewer);
  return {
    views: all.filter(({ access }) => access.allowed).map((found) => viewOf(kb, found, context)),
    isShared: [ofArticle, ...all.map(({ access }) => access)].every(({ vary }) => vary === 'public'),
  };
}
