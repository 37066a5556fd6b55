import type { HostError, User } from '../../../../index.js';
import type { Attachment } from '../../../../media.js';
import { type OwnedRest, type RestRequest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Article } from '../../domain/articles/article.js';
import type { ArticleAttachment } from '../../domain/attachments/attachment.js';
import type { AttachmentView } from '../../domain/attachments/attachment-view.js';
import type { AttachmentFields } from '../../domain/attachments/attachments.js';
import { MAX_MEGABYTES, MEGABYTE } from '../../domain/attachments/upload.js';
import { forbidden, invalidParam } from '../../domain/errors.js';
import { ACCESS_RULE_ARG, ruleIdFor } from './access-rule.js';
import { ID_ARG, NAMESPACE, TITLE_ARG } from './arguments.js';
import { ATTACHMENT_TAGS, attachmentViews, viewOf } from './attachments.js';
import { existingArticle } from './existing-article.js';
import { ATTACHMENT, ATTACHMENTS, DELETED_ATTACHMENT } from './schemas/attachments.js';

const WRITABLE = {
  title: TITLE_ARG,
  description: { type: 'string', maxLength: 2000, description: 'Plain text.' },
  order: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000, description: 'Position among the attachments.' },
  access_rule: {
    ...ACCESS_RULE_ARG,
    description: 'Restricts the readers of the article further; requires manage_kb_access.',
  },
} as const;

const UPLOADS = { maxFileSize: MAX_MEGABYTES * MEGABYTE, maxFiles: 1 } as const;

/** Registers the routes that add, change, order and remove attachments. */
export function registerAttachmentChangeRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { access, attachments, uploads, restUrl } = kb;

  const permission = {
    capability: 'edit_kb_article',
    object: async (request: RestRequest<{ id: number }>) =>
      (await attachments.existing(request.args.id, request)).article,
  } as const;

  /** Builds the resource for the user who changed it. */
  async function viewFor(
    attachment: ArticleAttachment,
    article: Article,
    request: RestRequest,
  ): Promise<AttachmentView> {
    const found = await attachments.accessOf(attachment, article, access.viewerOf(request));
    return viewOf(kb, { attachment, article, access: found }, 'edit');
  }

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/articles/{id}/attachments',
    summary: 'Add an attachment to an article',
    description:
      'Form with the field `file`, which is added to the media library, or `media_id` of your own file in the library. The type is detected from its content.',
    operationId: 'addAttachment',
    tags: ATTACHMENT_TAGS,
    args: { ...WRITABLE, id: ID_ARG, media_id: ID_ARG },
    // Checked before the file is read; permission for this article is checked afterwards.
    permission: 'edit_kb_articles',
    uploads: UPLOADS,
    strictBody: true,
    successStatus: 201,
    returns: ATTACHMENT,
    async handler(request) {
      const { args, user } = request;
      const article = await existingArticle(kb, args.id, request);
      await assertMayChange(article, request);
      const ruleId = await ruleIdFor(kb, args.access_rule, null, request);
      const fields = { ...fieldsOf(args), ...(ruleId === undefined ? {} : { ruleId }) };
      const [sent] = request.files;
      if ((sent === undefined) === (args.media_id === undefined)) throw oneFile();
      const attachment = sent
        ? await attach(await uploads.take(sent, article.id, user), article, fields, user)
        : await attachments.add(article.id, {
            ...fields,
            file: await ownFile(args.media_id ?? 0, user),
            isOwnFile: false,
            by: user,
          });
      const headers = { Location: restUrl(`/attachments/${attachment.id}`) };
      return respond(await viewFor(attachment, article, request), { status: 201, headers });
    },
  });

  rest.route(NAMESPACE, {
    method: ['PUT', 'PATCH'],
    path: '/attachments/{id}',
    summary: 'Update an attachment of an article',
    description: 'Absent fields stay unchanged.',
    operationId: 'updateAttachment',
    tags: ATTACHMENT_TAGS,
    args: { ...WRITABLE, id: ID_ARG },
    permission,
    allowBatch: true,
    strictBody: true,
    returns: ATTACHMENT,
    async handler(request) {
      const { args } = request;
      const { attachment: before, article } = await attachments.existing(args.id, request);
      const ruleId = await ruleIdFor(kb, args.access_rule, access.rules.get(before.ruleId), request);
      const changes = { ...fieldsOf(args), ...(ruleId === undefined ? {} : { ruleId }) };
      return viewFor(await attachments.update(args.id, changes), article, request);
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/attachments/{id}',
    summary: 'Remove an attachment from an article',
    description:
      'A file that was uploaded for the article is also deleted from the media library, unless it is used elsewhere.',
    operationId: 'deleteAttachment',
    tags: ATTACHMENT_TAGS,
    args: { id: ID_ARG },
    permission,
    allowBatch: true,
    returns: DELETED_ATTACHMENT,
    async handler(request) {
      const { attachment, article } = await attachments.existing(request.args.id, request);
      const previous = await viewFor(attachment, article, request);
      await attachments.remove(request.args.id);
      return { deleted: true, previous };
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/attachments/reorder',
    summary: 'Reorder the attachments of an article',
    description: 'Listed attachments come first; the others keep their order.',
    operationId: 'reorderAttachments',
    tags: ATTACHMENT_TAGS,
    args: {
      article_id: { ...ID_ARG, required: true },
      ids: { type: 'array', items: ID_ARG, minItems: 1, maxItems: 100, uniqueItems: true, required: true },
    },
    permission: 'edit_kb_articles',
    allowBatch: true,
    strictBody: true,
    returns: ATTACHMENTS,
    async handler(request) {
      const { article_id, ids } = request.args;
      const article = await existingArticle(kb, article_id, request);
      await assertMayChange(article, request);
      await attachments.reorder(article.id, ids);
      return (await attachmentViews(kb, article, request, 'edit')).views;
    },
  });

  async function attach(
    file: Attachment,
    article: Article,
    fields: Partial<AttachmentFields>,
    by: User,
  ): Promise<ArticleAttachment> {
    try {
      return await attachments.add(article.id, { ...fields, file, isOwnFile: true, by });
    } catch (error) {
      await uploads.giveUp(file);
      throw error;
    }
  }

  /** Only the user who uploaded a file may attach it, since this shows it to the article's readers. */
  async function ownFile(id: number, user: User): Promise<Attachment> {
    const file = await kb.media.get(id);
    if (!file || file.authorId !== user.id) {
      throw invalidParam('media_id', `You have no file ${id} in the media library. Upload it, or choose another one.`);
    }
    return file;
  }
}

async function assertMayChange(article: Article, request: RestRequest): Promise<void> {
  if (!(await request.can('edit_kb_article', article))) {
    throw forbidden('rest_forbidden', 'Your account cannot edit this article.', 'edit_kb_article', request);
  }
  if (request.files.length > 0 && !(await request.can('upload_files'))) {
    throw forbidden('rest_forbidden', 'Your account cannot upload files.', 'upload_files', request);
  }
}

interface FieldArgs {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly order?: number | undefined;
}

function fieldsOf({ title, description, order }: FieldArgs): Partial<AttachmentFields> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(order === undefined ? {} : { order }),
  };
}

function oneFile(): HostError {
  return invalidParam('media_id', 'Send one file as the form field "file", or its ID as media_id.');
}
