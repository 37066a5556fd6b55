import { localToUtc } from '../../../../calendar.js';
import type { RestRequest, ValueOf } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { ViewContext } from '../../content/views/article-view.js';
import { ARTICLE_STATUSES, type Article, type ArticleStatus, isPublic } from '../../domain/articles/article.js';
import {
  type ArticleFilter,
  type ArticlePage,
  findArticles,
  findRanked,
  type ListFilter,
} from '../../domain/articles/article-query.js';
import { dateIn } from '../../domain/articles/staleness.js';
import { forbidden, invalidParam } from '../../domain/errors.js';
import { MOMENT_ARG, toBound } from '../../domain/moments.js';
import { COLLECTION_ARGS, concatenated, IDS_ARG, MAX_ITEMS, offsetOf, TEXTS_ARG } from './arguments.js';

/** Filters and order of an article list. */
export const LIST_ARGS = {
  ...COLLECTION_ARGS,
  search_columns: {
    type: 'array',
    items: { type: 'string', enum: ['title', 'content'] },
    minItems: 1,
    maxItems: MAX_ITEMS,
    description: 'Fields to search; default: both. Not with relevance.',
  },
  category__not_in: IDS_ARG,
  categories_exclude: { ...IDS_ARG, description: 'WordPress name of category__not_in.' },
  subtree: { type: 'boolean', default: false, description: 'Include descendants of the categories.' },
  tag: { type: 'string' },
  tags: { ...TEXTS_ARG, description: 'Articles with any of these tags.' },
  tags_exclude: TEXTS_ARG,
  author: IDS_ARG,
  author_exclude: IDS_ARG,
  slug: TEXTS_ARG,
  status: {
    type: 'array',
    items: { type: 'string', enum: ARTICLE_STATUSES },
    maxItems: MAX_ITEMS,
    description: 'Statuses other than publish require edit_kb_articles.',
  },
  locale: { type: 'string' },
  sticky: { type: 'boolean' },
  after: MOMENT_ARG,
  before: MOMENT_ARG,
  modified_after: MOMENT_ARG,
  modified_before: MOMENT_ARG,
  stale: { type: 'boolean', description: 'true: only stale articles; false: only others.' },
  format: { type: 'string', enum: ['markdown', 'blocks', 'html'] },
  orderby: {
    type: 'string',
    enum: ['date', 'modified', 'id', 'title', 'slug', 'author', 'order', 'views', 'rating', 'include', 'relevance'],
    default: 'date',
    description:
      '`include` requires include, and keeps its order. `relevance` requires search, and returns published articles like the search.',
  },
} as const;

const CATEGORIES_ARG = {
  type: 'array',
  items: { type: 'string' },
  maxItems: MAX_ITEMS,
  description: 'IDs or slugs; articles in any of them.',
} as const;

export const IN_CATEGORIES_ARGS = {
  category: CATEGORIES_ARG,
  categories: { ...CATEGORIES_ARG, description: 'WordPress name of category.' },
} as const;

type DefaultedName = 'page' | 'per_page' | 'orderby' | 'subtree' | 'context';
type ListValues = { [Name in DefaultedName]: ValueOf<(typeof LIST_ARGS)[Name]> } & {
  [Name in Exclude<keyof typeof LIST_ARGS, DefaultedName>]?: ValueOf<(typeof LIST_ARGS)[Name]>;
};
type ListRequest = RestRequest<ListValues>;

/** Returns the context. @throws HostError 401 or 403 for `edit` without permission to edit the article, or any */
export async function contextOf(
  viewContext: ViewContext | 'embed',
  request: RestRequest,
  article?: Article,
): Promise<ViewContext> {
  if (viewContext === 'embed') return 'view';
  const capability = article ? 'edit_kb_article' : 'edit_kb_articles';
  if (viewContext === 'view' || (await request.can(capability, article))) return viewContext;
  throw forbidden('rest_forbidden_context', 'context=edit requires permission to edit articles.', capability, request);
}

/**
 * Finds the requested page of articles that the caller may read.
 * @param categories ids of categories to match; undefined for any
 * @throws HostError 401 or 403 `rest_forbidden_status`, 400 `vendor_kb_invalid_param` for relevance without a query
 */
export async function listFor(
  kb: KnowledgeBase,
  categories: readonly number[] | undefined,
  request: ListRequest,
): Promise<ArticlePage> {
  const { args } = request;
  const viewer = kb.access.viewerOf(request);
  const states = await statesFor(args.status, request);
  const listFilter: ListFilter = {
    categories,
    notCategories: concatenated(args.category__not_in, args.categories_exclude),
    tag: args.tag,
    tags: args.tags,
    notTags: args.tags_exclude,
    slugs: args.slug,
    notAuthors: args.author_exclude,
    locale: args.locale,
    sticky: args.sticky,
    include: args.include,
    exclude: args.exclude,
    after: toDate(args.after, kb.site.timezone),
    before: toDate(args.before, kb.site.timezone),
    modifiedAfter: toDate(args.modified_after, kb.site.timezone),
    modifiedBefore: toDate(args.modified_before, kb.site.timezone),
    format: args.format,
    stale: args.stale,
  };
  const narrowed = await kb.narrow(listFilter, viewer.user);
  const filter: ArticleFilter = {
    ...narrowed,
    visibility: await kb.access.visibility(viewer),
    ...states,
    authors: args.author,
    // Time zone conversion is slow, and few lists need it.
    today: narrowed.stale === undefined ? undefined : dateIn(kb.site.timezone, new Date()),
  };
  const page = { limit: args.per_page, offset: offsetOf(args) };
  const { orderby, search, order, include } = args;
  if (orderby === 'include') {
    if (!include) throw invalidParam('orderby', 'include requires include.');
    return findRanked(kb, filter, include, page);
  }
  if (orderby !== 'relevance') {
    const direction = order ?? (UPWARDS.has(orderby) ? 'asc' : 'desc');
    const searched = { search, searchColumns: args.search_columns };
    return findArticles(kb, { ...filter, ...searched }, { by: orderby, direction }, page);
  }
  if (!search) throw invalidParam('orderby', 'relevance requires search.');
  const locale = args.locale?.toLowerCase() ?? kb.site.locale;
  const ranked = await kb.search.rank(search, { locale, viewer });
  const among = include ? ranked.filter((id) => include.includes(id)) : ranked;
  return findRanked(kb, filter, order === 'asc' ? among.toReversed() : among, page);
}

/** Columns sorted ascending by default. Dates and counts sort descending. */
const UPWARDS: ReadonlySet<string> = new Set(['title', 'slug', 'order']);

/**
 * Returns the allowed statuses. Unpublished ones need permission to edit; without permission to edit others' articles
 * only one's own are listed.
 */
async function statesFor(
  requested: readonly ArticleStatus[] | undefined,
  request: ListRequest,
): Promise<Pick<ArticleFilter, 'statuses' | 'own'>> {
  const statuses = requested && requested.length > 0 ? requested : (['publish'] as const);
  if (statuses.every((status) => status === 'publish')) return { statuses };
  if (!(await request.can('edit_kb_articles'))) {
    const message = 'Listing unpublished articles requires permission to edit articles.';
    throw forbidden('rest_forbidden_status', message, 'edit_kb_articles', request);
  }
  return statesOf(statuses, request);
}

/** Limits others' articles to published statuses without permission to edit them. */
export async function statesOf(
  statuses: readonly ArticleStatus[],
  request: Pick<RestRequest, 'can' | 'user'>,
): Promise<Pick<ArticleFilter, 'statuses' | 'own'>> {
  if (await request.can('edit_others_kb_articles')) return { statuses };
  return {
    statuses: statuses.filter((status) => isPublic({ status })),
    own: { author: request.user?.id ?? NO_MATCH, statuses },
  };
}

/** An id that no author has; 0 means articles without an author. */
const NO_MATCH = -1;

/** Resolves ids and slugs, the latter within the locale. */
export function categoryIds(
  kb: KnowledgeBase,
  requested: readonly string[],
  locale: string | undefined,
  subtree: boolean,
): number[] {
  const tree = kb.categories.tree();
  const ids = requested.flatMap((text) =>
    /^\d+$/.test(text)
      ? // Too large for an id: matches nothing. Rounding could yield an existing id.
        [Number.isSafeInteger(Number(text)) ? Number(text) : 0]
      : tree
          .all()
          .filter((category) => category.slug === text && (!locale || category.locale === locale.toLowerCase()))
          .map((category) => category.id),
  );
  return subtree ? ids.flatMap((id) => tree.subtree(id)) : ids;
}

function toDate(text: string | undefined, timeZone: string): Date | undefined {
  return text === undefined ? undefined : toBound(localToUtc(text, timeZone) ?? text);
}
