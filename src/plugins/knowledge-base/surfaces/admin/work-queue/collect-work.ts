import type { AdminRequest } from '../../../../../admin.js';
import { type Strings, truncateText } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { findBrokenLinks } from '../../../content/link-checks/broken-links.js';
import { readableIds } from '../../../domain/access/readable-articles.js';
import type { Article } from '../../../domain/articles/article.js';
import { listArticles } from '../../../domain/articles/article-query.js';
import { dateIn } from '../../../domain/articles/staleness.js';
import { feedbackList } from '../../../domain/feedback/feedback-list.js';
import { NEW_ARTICLE_PATH } from '../article-form/paths.js';
import { feedbackPath } from '../feedback/labels.js';
import { LIST_PATH } from '../list-articles.js';
import { NEW_SYNONYM_PATH } from '../search/paths.js';
import { titleOfQuery } from '../title-of-query.js';
import { badlyRatedIn } from './badly-rated.js';
import { LINKS_PATH, scopeOf, type WorkItem, type WorkKind } from './scope.js';

/** Maximum items per type. Completing them brings up the next ones. */
export const MAX_PER_TYPE = 100;

/** Maximum characters of a message shown in a list. */
const MAX_MESSAGE_LENGTH = 140;

type Collect = (kb: KnowledgeBase, request: AdminRequest, texts: Strings) => Promise<WorkItem[]>;

const COLLECTORS: Readonly<Record<WorkKind, Collect>> = {
  stale: collectStale,
  rating: collectRated,
  feedback: collectFeedback,
  search: collectSearches,
  link: collectLinks,
};

/** Collects pending work, limited to what the current user may edit and read. */
export async function collectWork(
  kb: KnowledgeBase,
  kinds: readonly WorkKind[],
  request: AdminRequest,
  texts: Strings,
): Promise<WorkItem[]> {
  return (await Promise.all(kinds.map((kind) => COLLECTORS[kind](kb, request, texts)))).flat();
}

async function editable(articles: readonly Article[], { can }: AdminRequest): Promise<Article[]> {
  const may = await Promise.all(articles.map((article) => can('edit_kb_article', article)));
  return articles.filter((_, index) => may[index]);
}

const editPath = (id: number): string => `${LIST_PATH}/${id}/edit`;

async function collectStale(kb: KnowledgeBase, request: AdminRequest, { text, date }: Strings): Promise<WorkItem[]> {
  const today = dateIn(kb.site.timezone, new Date());
  const { visibility, author } = await scopeOf(kb, request);
  const filter = { visibility, author, statuses: ['publish'] as const, stale: true, today };
  const order = { by: 'modified', direction: 'asc' } as const;
  const found = await listArticles(kb, filter, order, { limit: MAX_PER_TYPE });
  return (await editable(found, request)).map(({ id, title, reviewBy }) => ({
    kind: 'stale',
    id,
    title,
    to: editPath(id),
    // A date has no time zone: noon UTC falls on the same day in all but the outermost zones.
    why: text('work.why-stale', { day: date(new Date(`${reviewBy}T12:00:00Z`)) }),
    actions: [{ label: text('work.edit'), to: editPath(id) }],
  }));
}

async function collectRated(kb: KnowledgeBase, request: AdminRequest, texts: Strings): Promise<WorkItem[]> {
  const { text, number } = texts;
  const { visibility, author } = await scopeOf(kb, request);
  const rows = await badlyRatedIn(kb.db, { visibility, author })
    .select('posts.id')
    .orderBy('kb_article_figures.score_milli')
    .orderBy('posts.id')
    .limit(MAX_PER_TYPE)
    .execute();
  const found = await kb.articles.getMany(rows.map(({ id }) => id));
  return (await editable(found, request)).map(({ id, title, counters }) => {
    const { rating_count: count = 0, rating_sum: sum = 0, helpful_yes: yes = 0, helpful_no: no = 0 } = counters ?? {};
    return {
      kind: 'rating',
      id,
      title,
      to: editPath(id),
      why: text('work.why-rating', {
        average: count === 0 ? '–' : number(Math.round((sum / count) * 100) / 100),
        count: number(count),
        no: number(no),
        all: number(yes + no),
      }),
      actions: [{ label: text('work.edit'), to: editPath(id) }],
    };
  });
}

async function collectFeedback(kb: KnowledgeBase, request: AdminRequest, { text }: Strings): Promise<WorkItem[]> {
  if (!(await request.can('moderate_kb_feedback'))) return [];
  const filter = { articles: await readableIds(kb, request), status: ['new'] as const };
  const { rows: items } = await feedbackList.list(kb.db, { ...filter, order: 'asc', page: 1, perPage: MAX_PER_TYPE });
  const articles = await kb.articles.getMany([...new Set(items.map(({ articleId }) => articleId))]);
  const titles = new Map(articles.map(({ id, title }) => [id, title]));
  return items.map(({ id, articleId, type, message }) => ({
    kind: 'feedback',
    id,
    title: titles.get(articleId) ?? '',
    to: feedbackPath(id),
    why: text('work.why-feedback', {
      type: text(`feedback.type-${type}`),
      message: truncateText(message, MAX_MESSAGE_LENGTH),
    }),
    actions: [{ label: text('work.answer'), to: feedbackPath(id) }],
  }));
}

async function collectSearches(
  kb: KnowledgeBase,
  request: AdminRequest,
  { text, number }: Strings,
): Promise<WorkItem[]> {
  if (!(await request.can('view_kb_stats'))) return [];
  const { statistics } = await kb.statistics.searches({
    period: '30d',
    report: 'zero_results',
    viewer: kb.access.viewerOf(request),
    limit: MAX_PER_TYPE,
    offset: 0,
  });
  const mayManage = await request.can('manage_kb_search');
  return statistics.zero_results.map(({ query, locale, count }) => ({
    kind: 'search',
    id: 0,
    title: query,
    to: null,
    why: text('work.why-search', { count: number(count) }),
    actions: [
      { label: text('work.write'), to: NEW_ARTICLE_PATH, query: { title: titleOfQuery(query, locale) } },
      ...(mayManage ? [{ label: text('work.synonym'), to: NEW_SYNONYM_PATH, query: { words: query, locale } }] : []),
    ],
  }));
}

async function collectLinks(kb: KnowledgeBase, request: AdminRequest, { text, number }: Strings): Promise<WorkItem[]> {
  const page = { limit: MAX_PER_TYPE, offset: 0 };
  const { links } = await findBrokenLinks(kb.db, await scopeOf(kb, request), page);
  const ids = [...new Set(links.map(({ articleId }) => articleId))];
  return (await editable(await kb.articles.getMany(ids), request)).map(({ id, title }) => {
    const own = links.filter(({ articleId }) => articleId === id);
    return {
      kind: 'link',
      id,
      title,
      to: editPath(id),
      why: text('work.why-link', { count: number(own.length), href: own[0]?.href ?? '' }),
      actions: [
        { label: text('work.edit'), to: editPath(id), query: { find: own[0]?.href ?? '' } },
        { label: text('work.links'), to: LINKS_PATH, query: { article: String(id) } },
      ],
    };
  });
}
