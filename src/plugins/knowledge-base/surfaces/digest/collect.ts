import { addDays } from '../../../../calendar.js';
import { utc } from '../../../../database.js';
import { type Strings, truncateText } from '../../../../text.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { readableIds } from '../../domain/access/readable-articles.js';
import { findArticles } from '../../domain/articles/article-query.js';
import { dateIn } from '../../domain/articles/staleness.js';
import { feedbackList } from '../../domain/feedback/feedback-list.js';
import { feedbackPath } from '../admin/feedback/labels.js';
import { badlyRatedIn } from '../admin/work-queue/badly-rated.js';
import { scopeOf, WORK_PATH, type Worker } from '../admin/work-queue/scope.js';
import type { DigestPeriod } from './period.js';
import type { DigestItem, DigestSection } from './section.js';

/** Maximum items per type, to keep the email readable. The work list has all of them. */
const MAX_ITEMS = 10;
/** Maximum characters of a message shown. */
const MESSAGE = 200;

interface CollectOptions {
  readonly kb: KnowledgeBase;
  readonly worker: Worker;
  readonly period: DigestPeriod;
  readonly strings: Strings;
}

type SectionContent = Pick<DigestSection, 'items' | 'total'>;

const NOTHING: SectionContent = { items: [], total: 0 };

const FINDERS = {
  feedback: findNewFeedback,
  stale: findStale,
  rating: findBadlyRated,
  search: findNotFound,
} as const satisfies Record<string, (options: CollectOptions) => Promise<SectionContent>>;

const KINDS = ['feedback', 'stale', 'rating', 'search'] as const;

/** Collects the news for a user, limited to what the user may act on and read. */
export async function collectDigest(options: CollectOptions): Promise<DigestSection[]> {
  const { strings, kb } = options;
  const found = await Promise.all(KINDS.map(async (name) => ({ name, ...(await FINDERS[name](options)) })));
  return found
    .filter(({ total }) => total > 0)
    .map(({ name, items, total }) => ({
      name,
      title: strings.text(`digest.${name}`),
      items,
      total,
      link: { label: strings.text('digest.look'), href: adminUrl(kb, `${WORK_PATH}?kind=${name}`) },
    }));
}

export function adminUrl({ site }: Pick<KnowledgeBase, 'site'>, path: string): string {
  return site.url(site.admin + path);
}

const editUrl = (kb: KnowledgeBase, id: number): string => adminUrl(kb, `/kb/articles/${id}/edit`);

async function findNewFeedback({ kb, worker, period, strings }: CollectOptions): Promise<SectionContent> {
  if (!(await worker.can('moderate_kb_feedback'))) return NOTHING;
  const { rows: items, total } = await feedbackList.list(kb.db, {
    articles: await readableIds(kb, worker),
    status: ['new'],
    from: period.since,
    to: period.until,
    order: 'asc',
    page: 1,
    perPage: MAX_ITEMS,
  });
  const articles = await kb.articles.getMany([...new Set(items.map(({ articleId }) => articleId))]);
  const titles = new Map(articles.map(({ id, title }) => [id, title]));
  const itemOf = ({ id, articleId, type, message }: (typeof items)[number]): DigestItem => ({
    title: titles.get(articleId) ?? '',
    note: strings.text('work.why-feedback', {
      type: strings.text(`feedback.type-${type}`),
      message: truncateText(message, MESSAGE),
    }),
    link: adminUrl(kb, feedbackPath(id)),
  });
  return { items: items.map(itemOf), total };
}

/** Finds articles that became stale within the period. An article is not stale on its review date. */
async function findStale({ kb, worker, period, strings }: CollectOptions): Promise<SectionContent> {
  const { visibility, author, publishes } = await scopeOf(kb, worker);
  if (!publishes) return NOTHING;
  const { timezone } = kb.site;
  const filter = {
    visibility,
    author,
    statuses: ['publish'] as const,
    stale: true,
    today: dateIn(timezone, period.until),
    reviewFrom: dateIn(timezone, period.since),
  };
  const order = { by: 'modified', direction: 'asc' } as const;
  const { articles, total } = await findArticles(kb, filter, order, { limit: MAX_ITEMS, offset: 0 });
  const items = articles.map(({ id, title, reviewBy }) => ({
    title,
    // A date has no time zone: noon UTC falls on the same day in all but the outermost zones.
    note: strings.text('work.why-stale', { day: strings.date(new Date(`${reviewBy}T12:00:00Z`)) }),
    link: editUrl(kb, id),
  }));
  return { items, total };
}

/** Finds badly rated articles with a rating in the period. */
async function findBadlyRated({ kb, worker, period, strings }: CollectOptions): Promise<SectionContent> {
  const { visibility, author, publishes } = await scopeOf(kb, worker);
  if (!publishes) return NOTHING;
  const { text, number } = strings;
  const query = badlyRatedIn(kb.db, { visibility, author }).where((eb) =>
    eb(
      'posts.id',
      'in',
      eb
        .selectFrom('kb_ratings')
        .select('kb_ratings.article_id')
        .where('kb_ratings.is_held', '=', 0)
        .where('kb_ratings.updated_at', '>=', utc.encode(period.since))
        .where('kb_ratings.updated_at', '<', utc.encode(period.until)),
    ),
  );
  const [count, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst(),
    query
      .select(['posts.id', 'posts.title', 'rating_count', 'rating_sum', 'helpful_yes', 'helpful_no'])
      .orderBy('kb_article_figures.score_milli')
      .orderBy('posts.id')
      .limit(MAX_ITEMS)
      .execute(),
  ]);
  const items = rows.map(({ id, title, rating_count, rating_sum, helpful_yes, helpful_no }) => ({
    title,
    note: text('work.why-rating', {
      average: rating_count ? number(Math.round(((rating_sum ?? 0) / rating_count) * 100) / 100) : '–',
      count: number(rating_count ?? 0),
      no: number(helpful_no ?? 0),
      all: number((helpful_yes ?? 0) + (helpful_no ?? 0)),
    }),
    link: editUrl(kb, id),
  }));
  return { items, total: Number(count?.total ?? 0) };
}

/** Finds searches without results on whole days. Rare queries are left out for privacy, as in the statistics. */
async function findNotFound({ kb, worker, period, strings }: CollectOptions): Promise<SectionContent> {
  if (!(await worker.can('view_kb_stats'))) return NOTHING;
  const { timezone } = kb.site;
  const from = dateIn(timezone, period.since);
  const to = addDays(dateIn(timezone, period.until), -1);
  if (from > to) return NOTHING;
  const { statistics, total } = await kb.statistics.searches({
    period: 'custom',
    from,
    to,
    report: 'zero_results',
    viewer: kb.access.viewerOf(worker),
    limit: MAX_ITEMS,
    offset: 0,
  });
  const items = statistics.zero_results.map(({ query, count }) => ({
    title: query,
    note: strings.text('digest.why-search', { count }),
    link: null,
  }));
  return { items, total };
}
