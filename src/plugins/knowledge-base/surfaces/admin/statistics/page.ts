import { type AdminRequest, type AreaData, type AreaRequest, csvFile, pagePart } from '../../../../../admin.js';
import { HostError } from '../../../../../index.js';
import type { PageResponse } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { ARTICLE_COLUMNS, CATEGORY_COLUMNS, OVERVIEW_COLUMNS } from '../../../content/statistics/columns.js';
import { toCsv } from '../../../content/statistics/csv.js';
import { COMPARISONS, GRANULARITIES, PERIODS } from '../../../content/statistics/period.js';
import { languageName } from '../../pages/visit.js';
import { KB_STATISTICS_PATH, type KbStatisticsPage } from './frame.js';
import { overviewCharts, overviewMetrics } from './overview-parts.js';
import { askedStatistics, type StatisticsRequest } from './statistics-request.js';
import { articlesTable, categoriesTable } from './tables.js';

const LISTS = ['articles', 'categories'] as const;

/** Maximum number of rows in an exported table. */
const WHOLE = 10_000;

/** Registers the usage statistics page: figures, charts, and lists of articles and categories. */
export function registerStatisticsPage(area: KbArea, kb: KnowledgeBase): void {
  const { access, statistics } = kb;

  /** Loads the requested period, or a month if its dates are invalid. */
  async function overviewOf(requested: StatisticsRequest) {
    try {
      return { effective: requested, overview: await statistics.overview(requested.report), isFaulty: false };
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'vendor_kb_invalid_param') throw error;
      const month = {
        ...requested,
        report: { ...requested.report, period: '30d', from: undefined, to: undefined } as const,
      };
      return { effective: month, overview: await statistics.overview(month.report), isFaulty: true };
    }
  }

  async function fileOf(
    name: string,
    request: AdminRequest,
    requested: StatisticsRequest,
  ): Promise<PageResponse | null> {
    const { effective, overview } = await overviewOf(requested);
    const { report, category, locale } = effective;
    const query = { ...report, category, locale, viewer: access.viewerOf(request), limit: WHOLE, offset: 0 };
    if (name === 'steps') return csvFile('statistics', toCsv(overview.series as never, OVERVIEW_COLUMNS));
    if (name === 'articles') {
      return csvFile('articles', toCsv((await statistics.articles(query)).rows as never, ARTICLE_COLUMNS));
    }
    if (name !== 'categories') return null;
    return csvFile('categories', toCsv((await statistics.categories(query)).rows as never, CATEGORY_COLUMNS));
  }

  async function load(request: AreaRequest): Promise<AreaData<KbStatisticsPage> | PageResponse> {
    const { texts } = request;
    const { text } = texts;
    const locales = [...(await kb.navigation.locales())].sort();
    const requested = askedStatistics(request, kb, locales);
    const file =
      typeof request.query.export === 'string' ? await fileOf(request.query.export, request, requested) : null;
    if (file) return file;
    const { effective, overview, isFaulty } = await overviewOf(requested);
    const list = LISTS.find((name) => name === request.query.list) ?? LISTS[0];
    const table = await (list === 'articles' ? articlesTable : categoriesTable)(kb, request, effective, texts);
    const { export: _export, page: _page, orderby: _by, order: _order, ...listQuery } = request.query;
    const csv = (name: string, what: string) => ({
      label: text('figures.csv', { what }),
      link: request.link(KB_STATISTICS_PATH, { ...listQuery, export: name }),
    });
    return {
      notices: isFaulty ? [{ kind: 'error', text: text('figures.no-period') }] : [],
      metrics: overviewMetrics(overview, texts),
      sections: [pagePart({ table })],
      links: [csv('steps', text('figures.csv-steps')), csv(list, text(`figures.${list}`))],
      filter: await statisticsFilter(kb, request, effective, locales, texts),
      charts: overviewCharts(overview, texts),
      lists: {
        label: text('figures.lists'),
        tabs: LISTS.map((name) => ({
          label: text(`figures.${name}`),
          link: request.link(KB_STATISTICS_PATH, { ...listQuery, list: name }),
          current: name === list,
        })),
      },
    };
  }

  area.page({
    path: KB_STATISTICS_PATH,
    title: 'figures.title',
    capability: 'view_kb_stats',
    icon: 'chart',
    section: 'content',
    order: 23,
    template: 'kb/admin/statistics',
    stylesheets: ['core/charts.css', 'kb/search-admin.css'],
    load,
    lead: 'figures.lead',
  });
}

/** Builds the filter form. It uses GET so that every view has a URL. */
async function statisticsFilter(
  kb: KnowledgeBase,
  request: AdminRequest,
  { report, category, locale }: StatisticsRequest,
  locales: readonly string[],
  { text }: Strings,
): Promise<KbStatisticsPage['filter']> {
  const choice = (
    name: 'compare' | 'granularity' | 'period',
    values: readonly string[],
    chosen: string | undefined,
  ) => ({
    name,
    label: text(`figures.${name}`),
    options: values.map((value) => ({ value, label: text(`figures.${name}-${value}`), selected: value === chosen })),
  });
  const all = (label: string, isChosen: boolean) => ({ value: '', label: text(label), selected: isChosen });
  const visibility = await kb.access.visibility(kb.access.viewerOf(request));
  const visibleCategories = kb.categories
    .tree()
    .all()
    .filter(({ id }) => visibility.admitsCategory(id))
    .toSorted((one, other) => one.path.localeCompare(other.path));
  const { list } = request.query;
  return {
    action: request.link(KB_STATISTICS_PATH),
    choices: [
      choice('period', PERIODS, report.period),
      choice('granularity', GRANULARITIES, report.granularity),
      choice('compare', COMPARISONS, report.compare),
      {
        name: 'category',
        label: text('figures.category'),
        options: [
          all('figures.all-categories', category === undefined),
          ...visibleCategories.map(({ id, name, depth }) => ({
            value: String(id),
            label: `${'– '.repeat(depth - 1)}${name}`,
            selected: id === category,
          })),
        ],
      },
      {
        name: 'locale',
        label: text('figures.locale'),
        options: [
          all('figures.all-locales', locale === undefined),
          ...locales.map((value) => ({ value, label: languageName(value), selected: value === locale })),
        ],
      },
    ],
    days: [
      { name: 'from', label: text('figures.from'), value: report.from ?? '' },
      { name: 'to', label: text('figures.to'), value: report.to ?? '' },
    ],
    hidden: typeof list === 'string' ? [{ name: 'list', value: list }] : [],
    submit: text('figures.filter'),
    note: text('figures.lists-only'),
  };
}
