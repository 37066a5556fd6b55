import type { AdminRequest } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { countArticlesWithBrokenLinks } from '../../../content/link-checks/broken-links.js';
import type { Overview, OverviewTotals } from '../../../content/statistics/overview.js';
import { readableIds } from '../../../domain/access/readable-articles.js';
import { countArticles } from '../../../domain/articles/article-query.js';
import { dateIn } from '../../../domain/articles/staleness.js';
import { feedbackList } from '../../../domain/feedback/feedback-list.js';
import { KB_STATISTICS_PATH } from '../statistics/frame.js';
import { badlyRatedIn } from './badly-rated.js';
import { scopeOf, WORK_PATH, type Worker } from './scope.js';

const METRICS = [
  { name: 'views', total: 'views' },
  { name: 'searches', total: 'searches' },
  { name: 'unfound', total: 'zero_result_searches' },
  { name: 'clicks', total: 'click_through_rate' },
] as const satisfies readonly { readonly name: string; readonly total: keyof OverviewTotals }[];

/** Registers the dashboard cards: the amount of pending work and a week of usage. */
export function registerWorkCards({ admin }: Pick<PluginContext, 'admin'>, kb: KnowledgeBase): void {
  /** Shares one query among all cards of a dashboard. */
  const looks = new WeakMap<object, Promise<Overview>>();
  function overviewFor(request: AdminRequest): Promise<Overview> {
    const cached = looks.get(request);
    if (cached) return cached;
    const look = kb.statistics.overview({ period: '7d', compare: 'previous' });
    looks.set(request, look);
    return look;
  }

  admin.card({
    title: kbTitle('work.title'),
    capability: 'edit_kb_articles',
    order: 10,
    async load(request) {
      const texts = kbTexts(kb.site);
      return {
        value: texts.number(await countWork(kb, request)),
        text: texts.text('work.waiting'),
        link: { label: texts.text('work.title'), link: request.link(WORK_PATH) },
      };
    },
  });
  for (const [index, { name, total }] of METRICS.entries()) {
    admin.card({
      title: kbTitle(`card.${name}`),
      capability: 'view_kb_stats',
      order: 11 + index,
      async load(request) {
        const texts = kbTexts(kb.site);
        const { totals, change } = await overviewFor(request);
        return {
          value: name === 'clicks' ? percentText(totals[total], texts) : texts.number(totals[total] ?? 0),
          text: changeText(change?.[total] ?? null, texts),
          link: { label: texts.text('card.look'), link: request.link(KB_STATISTICS_PATH, { period: '7d' }) },
        };
      },
    });
  }
}

function percentText(share: number | null, { locale }: Strings): string {
  if (share === null) return '–';
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

function changeText(change: number | null, { text, locale }: Strings): string {
  if (change === null) return text('card.week');
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return text('card.week-change', { change: format.format(change / 100) });
}

/**
 * Counts pending work with count queries only.
 * Filters that hide single articles from a user run for the list but not here, so the count may be higher.
 */
async function countWork(kb: KnowledgeBase, worker: Worker): Promise<number> {
  const counts = await Promise.all([
    countOfArticles(kb, worker),
    countOfFeedback(kb, worker),
    countOfSearches(kb, worker),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Counts stale articles, badly rated ones and broken links. An article with all three problems counts three times, as
 * in the list.
 */
async function countOfArticles(kb: KnowledgeBase, worker: Worker): Promise<number> {
  const scope = await scopeOf(kb, worker);
  const { visibility, author, publishes } = scope;
  const links = await countArticlesWithBrokenLinks(kb.db, { ...scope, isHiddenAlone: !publishes });
  // Work on published content is only for users who may publish.
  if (!publishes) return links;
  const today = dateIn(kb.site.timezone, new Date());
  const stale = await countArticles(kb, {
    visibility,
    authors: author === undefined ? undefined : [author],
    statuses: ['publish'],
    stale: true,
    today,
  });
  const row = await badlyRatedIn(kb.db, scope)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirst();
  return links + stale + Number(row?.total ?? 0);
}

async function countOfFeedback(kb: KnowledgeBase, worker: Worker): Promise<number> {
  if (!(await worker.can('moderate_kb_feedback'))) return 0;
  return feedbackList.count(kb.db, { articles: await readableIds(kb, worker), status: ['new'] });
}

async function countOfSearches(kb: KnowledgeBase, worker: Worker): Promise<number> {
  if (!(await worker.can('view_kb_stats'))) return 0;
  const { total } = await kb.statistics.searches({
    period: '30d',
    report: 'zero_results',
    viewer: kb.access.viewerOf(worker),
    limit: 0,
    offset: 0,
  });
  return total;
}
