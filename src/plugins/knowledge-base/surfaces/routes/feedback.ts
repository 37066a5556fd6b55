import { parseEmail } from '../../../../access.js';
import type { PluginContext } from '../../../../index.js';
import { listRoute } from '../../../../resource.js';
import { respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { readableIds } from '../../domain/access/readable-articles.js';
import type { Article } from '../../domain/articles/article.js';
import { invalidParam } from '../../domain/errors.js';
import { readMessage, readName } from '../../domain/feedback/feedback-form.js';
import { FEEDBACK_TYPES, type FeedbackItem, MESSAGE_LENGTH, NAME_LENGTH } from '../../domain/feedback/feedback-item.js';
import { feedbackList } from '../../domain/feedback/feedback-list.js';
import { FEEDBACK_STATUSES } from '../../domain/feedback/feedback-states.js';
import { type FeedbackView, feedbackView } from '../../domain/feedback/feedback-view.js';
import { createModeration } from '../../domain/feedback/moderation.js';
import { LIMITS } from '../../domain/limits.js';
import { COLLECTION_ARGS, CONTEXT_ARG, ID_ARG, NAMESPACE } from './arguments.js';
import { assertFeedbackScope } from './feedback-scope.js';
import { FEEDBACK, FEEDBACK_RECEIPT } from './schemas/feedback-and-ratings.js';

const { offset, order } = COLLECTION_ARGS;
const TAGS = ['Knowledge base: ratings and feedback'];

const MAX_NOTE_LENGTH = 5000;
const MAX_URL_LENGTH = 2000;

const SUBMISSION_ARGS = {
  article_id: { ...ID_ARG, required: true },
  type: { type: 'string', enum: FEEDBACK_TYPES, required: true },
  message: {
    type: 'string',
    required: true,
    minLength: MESSAGE_LENGTH.least,
    maxLength: MESSAGE_LENGTH.most,
    description: 'Plain text.',
    validate: (value: unknown): true | string =>
      readMessage(value) !== null || `Enter at least ${MESSAGE_LENGTH.least} characters other than spaces.`,
    sanitize: (value: unknown): string => readMessage(value) ?? '',
  },
  name: { type: 'string', maxLength: NAME_LENGTH },
  email: {
    type: 'string',
    maxLength: 190,
    description: 'For a reply; requires consent.',
    validate: (value: unknown): true | string =>
      value === '' || parseEmail(String(value)) !== null || 'Enter one address such as name@example.com.',
  },
  consent: { type: 'boolean', description: 'Consent of the author to store the email address for six months.' },
  page_url: { type: 'string', maxLength: MAX_URL_LENGTH, description: 'Page of this site that it was sent from.' },
  hp: { type: 'string', maxLength: 1000, description: 'Form field that people leave empty.' },
  rendered_at: { type: 'string', maxLength: 500, description: 'Signed creation time of the form.' },
} as const;

const CHANGE_ARGS = {
  id: ID_ARG,
  status: { type: 'string', enum: FEEDBACK_STATUSES },
  assigned_to: { type: ['integer', 'null'], minimum: 1, description: 'ID of a moderator; null: unassigned.' },
  note: { type: ['string', 'null'], maxLength: MAX_NOTE_LENGTH, description: 'For moderators.' },
  article_id: { ...ID_ARG, description: 'Article that it is really about.' },
  fixed_version: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'Version of the article with the fix.',
  },
  notify_author: { type: 'boolean', default: true, description: 'Whether to email the author when it is resolved.' },
} as const;

/** Registers the routes for feedback: open to everyone for writing, to moderators for the rest. */
export function registerFeedbackRoutes(context: PluginContext, kb: KnowledgeBase): void {
  const { rest } = context;
  const { articles, readerFeedback, restUrl, site } = kb;
  const { feedback, ratings, voters, pageTimes } = readerFeedback;
  const { readableItem, assertModerator, assertVersion } = createModeration(context, kb);

  /** Builds the items for a context. */
  async function viewOf(
    items: readonly FeedbackItem[],
    context: 'view' | 'embed' | 'edit',
  ): Promise<(item: FeedbackItem) => FeedbackView> {
    const details = context === 'edit' ? await feedback.details(items.map(({ id }) => id)) : null;
    return (item) => feedbackView(item, details?.get(item.id) ?? null, restUrl);
  }

  async function one(item: FeedbackItem, context: 'view' | 'embed' | 'edit'): Promise<FeedbackView> {
    const view = await viewOf([item], context);
    return view(item);
  }

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/feedback',
    summary: 'Send feedback on an article',
    description: 'Suspected spam is set aside; the response is the same.',
    operationId: 'sendFeedback',
    tags: TAGS,
    args: SUBMISSION_ARGS,
    permission: 'public',
    rateLimit: LIMITS.feedback,
    idempotency: 'accepted',
    strictBody: true,
    successStatus: 201,
    returns: FEEDBACK_RECEIPT,
    validate: ({ email, consent }) =>
      !email || consent === true || { consent: 'Storing an email address requires consent. Send true.' },
    async handler(request) {
      const { args } = request;
      assertFeedbackScope(request);
      const article = await kb.access.readable(await articles.get(args.article_id), args.article_id, request);
      const { visitor, limitKeys } = await voters.voter(request, article.id);
      const draft = {
        type: args.type,
        message: args.message,
        name: readName(args.name) ?? request.user?.name ?? null,
        email: args.email ? parseEmail(args.email) : null,
        pageUrl: args.page_url === undefined ? null : ownAddress(args.page_url),
      };
      const rating = (await ratings.voteOf(article.id, visitor.key))?.value ?? null;
      await readerFeedback.assertWithinRateLimit('feedback', limitKeys, request);
      const id = await feedback.submit(article, draft, visitor, { traps: trapsOf(args, article), rating });
      return respond({ id, status: 'new' }, { status: 201 });
    },
  });

  rest.route(
    NAMESPACE,
    listRoute(feedbackList, context, {
      path: '/feedback',
      summary: 'List feedback',
      description: 'Newest first.',
      operationId: 'listFeedback',
      tags: TAGS,
      permission: 'moderate_kb_feedback',
      args: { offset, order, context: CONTEXT_ARG },
      perPage: 10,
      narrow: async (request, values) => ({
        status: FEEDBACK_STATUSES.filter((status) => status !== 'spam'),
        ...values,
        articles: await readableIds(kb, request),
      }),
      record: {
        schema: FEEDBACK,
        of: async (items, { args }) => items.map(await viewOf(items, args.context === 'edit' ? 'edit' : 'view')),
      },
    }),
  );

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/feedback/{id}',
    summary: 'Read a feedback item',
    operationId: 'getFeedback',
    tags: TAGS,
    args: { id: ID_ARG, context: CONTEXT_ARG },
    permission: 'moderate_kb_feedback',
    returns: FEEDBACK,
    async handler(request) {
      return one(await readableItem(request.args.id, request), request.args.context);
    },
  });

  rest.route(NAMESPACE, {
    method: ['PUT', 'PATCH'],
    path: '/feedback/{id}',
    summary: 'Update a feedback item',
    description:
      'Allowed changes: new to in_progress, in_progress to resolved or rejected, new and in_progress to spam, and closed items ' +
      'back to open. Setting the same status again changes nothing.',
    operationId: 'updateFeedback',
    tags: TAGS,
    args: CHANGE_ARGS,
    permission: 'moderate_kb_feedback',
    strictBody: true,
    returns: FEEDBACK,
    async handler(request) {
      const { args, user } = request;
      const before = await readableItem(args.id, request);
      const { status, assigned_to: assignedTo, note, article_id: articleId, fixed_version: fixedVersion } = args;
      if (typeof assignedTo === 'number') await assertModerator(assignedTo);
      if (articleId !== undefined || typeof fixedVersion === 'number') {
        await assertVersion(articleId ?? before.articleId, fixedVersion ?? null, request);
      }
      const change = {
        ...(status === undefined ? {} : { status }),
        ...(assignedTo === undefined ? {} : { assignedTo }),
        ...(note === undefined ? {} : { note }),
        ...(articleId === undefined ? {} : { articleId }),
        ...(fixedVersion === undefined ? {} : { fixedVersion }),
        notifyAuthor: args.notify_author,
      };
      return one(await feedback.change(args.id, change, user), 'edit');
    },
  });

  /** Rejects URLs of other sites, so that moderators are not led there. @throws HostError 400 */
  function ownAddress(text: string): string {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url?.origin === site.origin) return url.href;
    throw invalidParam('page_url', `page_url must be a page of this site: a URL that begins with ${site.origin}/`);
  }

  function trapsOf({ hp, rendered_at: stamp }: { hp?: string; rendered_at?: string }, { id }: Article) {
    if (hp === undefined && stamp === undefined) return null;
    // Without a form there is no render time (rulings: "POST /rating and /feedback over REST").
    return { honeypot: hp ?? '', age: stamp === undefined ? Number.POSITIVE_INFINITY : pageTimes.age(stamp, id) };
  }
}
