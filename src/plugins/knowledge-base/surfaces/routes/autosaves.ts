import { HostError } from '../../../../index.js';
import type { JsonSchema, OwnedRest, RestRequest } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { cleanedFor } from '../../domain/articles/stored-html.js';
import type { Autosave, AutosaveOwner } from '../../domain/revisions/autosaves.js';
import { ARTICLE_TAGS, BODY_LIMIT, ID_ARG, NAMESPACE } from './arguments.js';
import { existingArticle, writerOf } from './existing-article.js';
import { id, moment, record } from './schemas/members.js';

const AUTOSAVE = {
  ...record('Autosave', 'Unsaved text.', {
    article_id: id,
    base_version: { type: 'integer', minimum: 1, description: 'Version of the article that was edited.' },
    date: { ...moment, description: 'Time of the autosave.' },
    title: { type: 'string' },
    content: { type: 'string', description: 'Source text in the given format.' },
    format: { type: 'string', enum: ['markdown', 'html', 'blocks'] },
    fields: { type: 'object', description: 'Other arguments of a save, by name.' },
  }),
  type: ['object', 'null'],
} as const;

/** The user's autosave of an article; null for none. */
const AUTOSAVE_ANSWER: JsonSchema = record('AutosaveAnswer', 'Stored autosave.', { autosave: AUTOSAVE });

const DELETED_AUTOSAVE: JsonSchema = record('DeletedAutosave', 'Result.', {
  deleted: { type: 'boolean', description: 'Whether there was one.' },
});

const PATH = '/articles/{id}/autosave';

/** Registers the routes for autosaves. Each user sees only their own. */
export function registerAutosaveRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { autosaves, blocks } = kb;

  const permission = {
    capability: 'edit_kb_article',
    object: (request: RestRequest<{ id: number }>) => existingArticle(kb, request.args.id, request),
  } as const;

  rest.route(NAMESPACE, {
    method: 'GET',
    path: PATH,
    summary: 'Read your autosave',
    description: 'Your own unsaved text of this article; null without one.',
    operationId: 'getAutosave',
    tags: ARTICLE_TAGS,
    args: { id: ID_ARG },
    permission,
    returns: AUTOSAVE_ANSWER,
    async handler(request) {
      return respond(await autosaves.get(ownerOf(request)));
    },
  });

  rest.route(NAMESPACE, {
    method: 'PUT',
    path: PATH,
    summary: 'Store your autosave',
    description:
      'Stored until you save the text. Does not change the article, its version or its pages, and is visible only to you. Replaces your previous autosave; with `replaces` only that one.',
    operationId: 'putAutosave',
    tags: ARTICLE_TAGS,
    args: {
      id: ID_ARG,
      version: {
        type: 'integer',
        minimum: 1,
        maximum: 2 ** 31 - 1,
        required: true,
        description: 'Version that you are editing.',
      },
      // The title may not be written yet.
      title: { type: 'string', maxLength: 200, default: '' },
      content: { type: 'string', required: true, description: 'Source text in the given format.' },
      format: { type: 'string', enum: ['markdown', 'html', 'blocks'], default: 'blocks' },
      fields: {
        type: 'object',
        default: {},
        description: 'Other arguments of a save, by name. They are validated on save; passwords are omitted.',
      },
      replaces: {
        type: ['string', 'null'],
        format: 'date-time',
        description:
          '`date` of the autosave that you have seen, null for none. Fails with 409 if there is a newer one from another window. Default: replaces any.',
      },
    },
    permission,
    returns: AUTOSAVE_ANSWER,
    bodyLimit: BODY_LIMIT,
    strictBody: true,
    async handler(request) {
      const { version, title, content, format, fields, replaces } = request.args;
      const article = await existingArticle(kb, request.args.id, request);
      const text = {
        baseVersion: version,
        title,
        content: await cleanedFor(await writerOf(request), format, content, blocks, article),
        contentFormat: format,
        fields,
      };
      const seen = typeof replaces === 'string' ? new Date(replaces) : replaces;
      const autosave = await autosaves.put(ownerOf(request), text, seen);
      return respond(autosave);
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: PATH,
    summary: 'Delete your autosave',
    operationId: 'deleteAutosave',
    tags: ARTICLE_TAGS,
    args: { id: ID_ARG },
    permission,
    returns: DELETED_AUTOSAVE,
    async handler(request) {
      return { deleted: await autosaves.remove(ownerOf(request)) };
    },
  });
}

/** @throws HostError 403 `vendor_kb_no_account` for an identity without an account */
function ownerOf({ args, user }: RestRequest<{ id: number }>): AutosaveOwner {
  if (user) return { articleId: args.id, userId: user.id };
  const message = 'Autosaves require an account.';
  throw new HostError('vendor_kb_no_account', message, { status: 403 });
}

function respond(autosave: Autosave | null) {
  if (!autosave) return { autosave: null };
  const { articleId, baseVersion, savedAt, title, content, contentFormat, fields } = autosave;
  return {
    autosave: {
      article_id: articleId,
      base_version: baseVersion,
      date: savedAt.toISOString(),
      title,
      content,
      format: contentFormat,
      fields,
    },
  };
}
