import type { PluginContext } from '../../../../index.js';
import { type OwnedRest, paginate, type RestRequest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Visibility } from '../../domain/access/visibility.js';
import { LIMITS, READ_COSTS } from '../../domain/limits.js';
import { DAY_OR_MOMENT_ARG, toBound, toEnd } from '../../domain/moments.js';
import { ID_ARG, MAX_ITEMS, NAMESPACE, pageOf } from './arguments.js';
import { SEARCH_RESULTS, SUGGESTIONS } from './schemas/search.js';

const TAGS = ['Knowledge base: search'];

/** Registers the routes for search and suggestions. */
export function registerSearchRoutes(context: PluginContext, kb: KnowledgeBase): void {
  const { rest } = context;
  const cached = createResponseCache(context);

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/search',
    summary: 'Search published articles',
    description:
      'Finds word forms and corrects spelling; best matches first. The response has an `ETag`. Callers without cookies and credentials can cache it for 30 seconds; cached responses do not count as searches.',
    operationId: 'searchArticles',
    tags: TAGS,
    args: {
      q: { type: 'string', required: true, description: '1 to 200 characters; at least 2 in scripts with spaces.' },
      category: {
        type: 'array',
        items: { type: 'integer' },
        maxItems: MAX_ITEMS,
        description: 'IDs; includes their descendants.',
      },
      tag: { type: 'string' },
      from: { ...DAY_OR_MOMENT_ARG, description: 'Last changed at or after this day (UTC) or time.' },
      to: { ...DAY_OR_MOMENT_ARG, description: 'Last changed at or before this day (UTC) or time.' },
      locale: { type: 'string', description: "Default: the site's." },
      page: { type: 'integer', minimum: 1, maximum: 100, default: 1 },
      per_page: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      fuzzy: {
        type: 'string',
        enum: ['auto', '0', '1'],
        default: 'auto',
        description: 'Spelling correction: `auto` of unknown words, `0` none, `1` one letter.',
      },
      highlight: { type: 'boolean', default: true },
      final: {
        type: 'boolean',
        description:
          'For statistics: true counts the search, false does not because the user is still typing. Default: counts a search unless the same caller continues typing within three seconds.',
      },
    },
    permission: 'public',
    rateLimit: LIMITS.search,
    readCost: READ_COSTS.search,
    returns: SEARCH_RESULTS,
    async handler(request) {
      const { args } = request;
      const viewer = kb.access.viewerOf(request);
      const { pages, ...found } = await kb.search.search({
        query: args.q,
        locale: args.locale?.toLowerCase() ?? kb.site.locale,
        category: args.category,
        tag: args.tag,
        from: args.from === undefined ? undefined : toBound(args.from),
        to: args.to === undefined ? undefined : toEnd(args.to),
        page: args.page,
        perPage: args.per_page,
        fuzzy: args.fuzzy === 'auto' ? 'auto' : args.fuzzy === '1' ? 1 : 0,
        highlight: args.highlight,
        viewer,
        final: args.final,
        caller: request.method === 'GET' ? request : null,
      });
      const page = paginate(found, { ...pageOf(args, found.total), pages }, 'vendor_kb_invalid_page');
      const { took_ms: _, ...lasting } = found;
      return { ...page, headers: cached(request, await kb.access.visibility(viewer), lasting) };
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/search/suggestions',
    summary: 'Suggest completions',
    description:
      'Articles first, then earlier searches of several users that had results, and categories, as far as the caller can see them.',
    operationId: 'suggestArticles',
    tags: TAGS,
    args: {
      q: { type: 'string', required: true, minLength: 1, maxLength: 60 },
      limit: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
      locale: { type: 'string', description: "Default: the site's." },
    },
    permission: 'public',
    rateLimit: LIMITS.suggestions,
    readCost: READ_COSTS.suggestions,
    returns: SUGGESTIONS,
    async handler(request) {
      const { args } = request;
      const viewer = kb.access.viewerOf(request);
      const locale = args.locale?.toLowerCase() ?? kb.site.locale;
      const body = {
        query: args.q,
        suggestions: (await kb.suggest(args.q, { locale, limit: args.limit, viewer })).map(
          ({ type, text, link, match }) => ({
            type,
            text,
            match,
            ...(link === undefined ? {} : { link }),
          }),
        ),
      };
      return respond(body, { headers: cached(request, await kb.access.visibility(viewer), body) });
    },
  });
}

/** Returns headers that let one caller's browser cache a response. */
type ResponseCache = (
  request: Pick<RestRequest, 'identity' | 'cookies'>,
  visibility: Pick<Visibility, 'key'>,
  body: object,
) => Record<string, string>;

/** For anonymous callers. `Vary` revalidates once cookies or other credentials are sent. */
const FRESH = 'private, max-age=30';

/**
 * For all others. With one cookie, a request with a nonce and one without are two callers to REST but one to a cache,
 * so the ETag is always revalidated.
 */
const ASKED_AGAIN = 'private, no-cache';

/** Credential headers besides `Cookie` and `Authorization`, which the host knows. */
const API_KEYS = 'X-API-Key, X-Vendor-API-Key';

/**
 * Creates the cache headers.
 * The ETag covers the caller's access as well as the response, so that a response for another user never revalidates.
 * It is keyed with the site's secret, so neither can be guessed.
 */
function createResponseCache({ secrets }: Pick<PluginContext, 'secrets'>): ResponseCache {
  return ({ identity, cookies }, { key }, body) => ({
    ETag: `W/"${secrets.fingerprint(JSON.stringify([key, body]), 'answer').slice(0, 22)}"`,
    Vary: API_KEYS,
    'Cache-Control': identity === null && cookies.size === 0 ? FRESH : ASKED_AGAIN,
  });
}

/** Registers the route that records clicks on search results. */
export function registerSearchClickRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/search/clicks',
    summary: 'Record a click on a search result',
    description: 'For statistics. Pages send it with `navigator.sendBeacon` or `fetch` with `keepalive`.',
    operationId: 'recordSearchClick',
    tags: ['Knowledge base: search'],
    args: {
      query: { type: 'string', required: true, minLength: 1, maxLength: 200, description: 'Search query.' },
      article_id: { ...ID_ARG, required: true },
      position: {
        type: 'integer',
        required: true,
        minimum: 1,
        maximum: 10_000,
        description: 'Position among all results.',
      },
    },
    permission: 'public',
    rateLimit: { max: 60, window: '1m', by: 'ip' },
    strictBody: true,
    successStatus: 204,
    async handler(request) {
      const { query, article_id, position } = request.args;
      const article = await kb.access.readable(await kb.articles.get(article_id), article_id, request);
      kb.statistics.record({ kind: 'click', query, articleId: article.id, locale: article.locale, position }, request);
      return respond(null, { status: 204 });
    },
  });
}
