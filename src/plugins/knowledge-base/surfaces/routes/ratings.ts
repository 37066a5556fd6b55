import { type OwnedRest, paginate, type RestRequest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { readableIds } from '../../domain/access/readable-articles.js';
import type { Article } from '../../domain/articles/article.js';
import { LIMITS } from '../../domain/limits.js';
import { COLLECTION_ARGS, ID_ARG, NAMESPACE, offsetOf, pageOf } from './arguments.js';
import { assertFeedbackScope } from './feedback-scope.js';
import { DECIDED_VOTES, HELD_VOTES, RATING_CHANGE, RATING_SUMMARY } from './schemas/feedback-and-ratings.js';

const TAGS = ['Knowledge base: ratings and feedback'];

const { page, per_page, offset } = COLLECTION_ARGS;
const IDS = { type: 'array', items: ID_ARG, maxItems: 100, default: [] } as const;

/** Registers the routes for ratings, and for held votes for moderators. */
export function registerRatingRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { articles, access, readerFeedback, restUrl } = kb;
  const { voters, ratings, heldVotes } = readerFeedback;

  async function readable(id: number, request: RestRequest): Promise<Article> {
    return access.readable(await articles.get(id), id, request);
  }

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/rating',
    summary: 'Rate an article',
    description:
      'With stars, with helpful, or both. A later vote of the same visitor replaces the earlier one; absent fields stay ' +
      'unchanged. Mass votes wait for a moderator before they count.',
    operationId: 'rateArticle',
    tags: TAGS,
    args: {
      article_id: { ...ID_ARG, required: true },
      value: { type: 'integer', minimum: 1, maximum: 5, description: 'Stars.' },
      helpful: { type: 'boolean' },
    },
    permission: 'public',
    rateLimit: LIMITS.rating,
    strictBody: true,
    successStatus: 201,
    returns: RATING_CHANGE,
    validate: ({ value, helpful }) => value !== undefined || helpful !== undefined || 'Send value, helpful, or both.',
    async handler(request) {
      const { article_id, value, helpful } = request.args;
      assertFeedbackScope(request);
      const article = await readable(article_id, request);
      const { visitor, limitKeys, setCookie } = await voters.voter(request, article.id);
      const vote = { ...(value === undefined ? {} : { value }), ...(helpful === undefined ? {} : { helpful }) };
      const { remoteAddress } = request;
      await readerFeedback.assertWithinRateLimit('rating', limitKeys, request);
      const { summary, previous } = await ratings.rate(article, vote, visitor, { remoteAddress });
      return respond(
        { ...summary, previous },
        {
          status: previous === null ? 201 : 200,
          headers: setCookie === null ? {} : { 'Set-Cookie': setCookie },
        },
      );
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/rating',
    summary: 'Delete your rating',
    operationId: 'withdrawRating',
    tags: TAGS,
    args: { article_id: { ...ID_ARG, required: true } },
    permission: 'public',
    rateLimit: LIMITS.rating,
    returns: RATING_CHANGE,
    async handler(request) {
      assertFeedbackScope(request);
      const article = await readable(request.args.article_id, request);
      const { visitor, limitKeys } = await voters.voter(request, article.id);
      await readerFeedback.assertWithinRateLimit('rating', limitKeys, request);
      const { summary, previous } = await ratings.withdraw(article, visitor);
      return { ...summary, previous };
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/articles/{id}/rating',
    summary: 'Read the ratings of an article',
    operationId: 'getRating',
    tags: TAGS,
    args: { id: ID_ARG },
    permission: 'public',
    returns: RATING_SUMMARY,
    async handler(request) {
      const article = await readable(request.args.id, request);
      const visitor = await voters.existing(request, article.id);
      return respond(
        await ratings.summary(article, visitor),
        visitor ? { headers: { 'Cache-Control': 'private, no-store' } } : {},
      );
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/ratings/held',
    summary: 'List held votes',
    description:
      'Oldest first. Votes are held if there are too many from one network, or if they are faster than anyone can read.',
    operationId: 'listHeldVotes',
    tags: TAGS,
    args: { page, per_page, offset },
    permission: 'moderate_kb_feedback',
    returns: HELD_VOTES,
    async handler(request) {
      const { args } = request;
      const { votes, total } = await heldVotes.list(await readableIds(kb, request), {
        limit: args.per_page,
        offset: offsetOf(args),
      });
      const items = votes.map(({ id, articleId, kind, value, createdAt }) => ({
        id,
        article_id: articleId,
        kind,
        value: kind === 'helpful' ? value === 1 : value,
        created_at: createdAt.toISOString(),
        _links: { article: [{ href: restUrl(`/articles/${articleId}`), embeddable: true }] },
      }));
      return paginate(items, pageOf(args, total), 'vendor_kb_invalid_page');
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/ratings/held',
    summary: 'Release or delete held votes',
    operationId: 'decideHeldVotes',
    tags: TAGS,
    args: {
      release: { ...IDS, description: 'IDs of votes to release.' },
      discard: { ...IDS, description: 'IDs of votes to delete.' },
    },
    permission: 'moderate_kb_feedback',
    strictBody: true,
    returns: DECIDED_VOTES,
    async handler(request) {
      const articles = await readableIds(kb, request);
      const released = await heldVotes.release(articles, request.args.release);
      return { released, discarded: await heldVotes.discard(articles, request.args.discard) };
    },
  });
}
