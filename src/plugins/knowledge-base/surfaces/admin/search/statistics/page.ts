import {
  type AdminMetric,
  type AdminRequest,
  type AreaData,
  type AreaRequest,
  type BarChart,
  barChart,
  csvFile,
  listQuery,
  pagePart,
} from '../../../../../../admin.js';
import { HostError } from '../../../../../../index.js';
import type { Strings } from '../../../../../../text.js';
import type { KbArea } from '../../../../catalogues.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import { SEARCH_COLUMNS, searchRows } from '../../../../content/statistics/columns.js';
import { toCsv } from '../../../../content/statistics/csv.js';
import { daySteps } from '../../../../content/statistics/day-steps.js';
import type { PeriodName, PeriodQuery } from '../../../../content/statistics/period.js';
import { LOW_CLICKS, type SearchReport, type SearchStatistics } from '../../../../content/statistics/search-table.js';
import type { SeriesStep } from '../../../../content/statistics/series.js';
import { STATISTICS_PATH } from '../paths.js';
import { reportTable, SORTED_BY } from './reports.js';
import type { SearchStatisticsPage } from './template-data.js';

/** Periods offered in the filter. Custom dates take precedence. */
const OFFERED = ['7d', '30d', '90d', '12m', 'all'] as const satisfies readonly PeriodName[];

/** Maximum number of rows in an exported report. */
const WHOLE = 10_000;

/** Reports by urgency; the first is the default. */
const REPORTS = ['zero_results', 'low_clicks', 'refined', 'queries'] as const satisfies readonly SearchReport[];

/** Registers the search statistics page with remedies for failed searches. */
export function registerSearchStatistics(area: KbArea, kb: KnowledgeBase): void {
  const { access, statistics } = kb;

  async function csvOf(request: AdminRequest) {
    const viewer = access.viewerOf(request);
    const query = { ...askedPeriod(request), viewer, limit: WHOLE, offset: 0 };
    const [{ statistics: found }, { statistics: again }] = await Promise.all([
      statistics.searches(query),
      statistics.searches({ ...query, report: 'refined' }),
    ]);
    return csvFile('searches', toCsv(searchRows({ ...found, refined: again.refined }), SEARCH_COLUMNS));
  }

  async function load(request: AreaRequest): Promise<AreaData<SearchStatisticsPage>> {
    const { texts } = request;
    const { text, locale } = texts;
    const { period, series, isFaulty } = await overviewOf(request);
    const report = REPORTS.find((name) => name === request.query.report) ?? REPORTS[0];
    const list = listQuery(request, { sortable: SORTED_BY[report], defaultDirection: 'desc' });
    const [{ statistics: found, total }, mayWrite, mayManage] = await Promise.all([
      statistics.searches({
        ...period,
        report,
        viewer: access.viewerOf(request),
        orderby: list.orderBy ?? undefined,
        order: list.direction,
        limit: list.perPage,
        offset: (list.page - 1) * list.perPage,
      }),
      request.can('edit_kb_articles'),
      request.can('manage_kb_search'),
    ]);
    const least = new Intl.NumberFormat(locale, { style: 'percent' }).format(LOW_CLICKS.share);
    const table = reportTable(request, list, { report, found, total, remedies: { mayWrite, mayManage } }, texts);
    return {
      notices: isFaulty ? [{ kind: 'error', text: text('statistics.no-period') }] : [],
      metrics: countersOf(found.totals, texts),
      sections: [pagePart({ table })],
      period: periodForm(request, texts),
      chart: searchChart(series, texts),
      reports: {
        label: text('statistics.reports'),
        tabs: REPORTS.map((name) => ({
          label: text(`statistics.${name}`),
          link: request.link(STATISTICS_PATH, { ...askedPeriod(request), report: name }),
          current: name === report,
        })),
        text: text(`statistics.${report}-text`, { least: LOW_CLICKS.leastFound, share: least }),
      },
    };
  }

  /** Loads the requested period with its steps, or a month if its dates are invalid. */
  async function overviewOf(request: AdminRequest) {
    const stepsOf = async (period: PeriodQuery) => (await statistics.overview({ ...period, compare: 'none' })).series;
    const period = askedPeriod(request);
    try {
      return { period, series: await stepsOf(period), isFaulty: false };
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'vendor_kb_invalid_param') throw error;
      const month = { period: '30d' } as const;
      return { period: month, series: await stepsOf(month), isFaulty: true };
    }
  }

  area.page({
    path: STATISTICS_PATH,
    title: 'tabs.statistics',
    capability: 'view_kb_stats',
    section: 'content',
    order: 26,
    icon: 'chart',
    template: 'kb/admin/search-statistics',
    load: async (request) => (request.query.export === 'csv' ? csvOf(request) : load(request)),
    lead: 'statistics.lead',
    heading: (_data, request) => {
      const { text } = request.texts;
      const csv = request.link(STATISTICS_PATH, { ...askedPeriod(request), export: 'csv' });
      return { actions: [{ label: text('export-csv'), link: csv }] };
    },
  });
}

function countersOf(totals: SearchStatistics['totals'], { text, number, locale }: Strings): AdminMetric[] {
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const figure = { link: null, isWaiting: false };
  const part = (value: number | null): string => (value === null ? '–' : share.format(value));
  return [
    {
      ...figure,
      title: text('statistics.searches'),
      value: number(totals.searches),
      text: text('statistics.searches-text'),
    },
    {
      ...figure,
      title: text('statistics.without'),
      value: number(totals.zero_result_searches),
      text: text('statistics.without-text', { share: part(totals.zero_result_rate) }),
    },
    {
      ...figure,
      title: text('statistics.clicked'),
      value: part(totals.click_through_rate),
      text: text('statistics.clicked-text'),
    },
  ];
}

function periodForm(request: AdminRequest, { text }: Strings): SearchStatisticsPage['period'] {
  const { period, from = '', to = '' } = askedPeriod(request);
  const { report } = request.query;
  return {
    action: request.link(STATISTICS_PATH),
    hiddenFields: typeof report === 'string' ? [{ name: 'report', value: report }] : [],
    options: [...OFFERED, ...(period === 'custom' ? (['custom'] as const) : [])].map((value) => ({
      value,
      label: text(`statistics.${value}`),
      selected: value === period,
    })),
    from,
    to,
    texts: {
      period: text('statistics.period'),
      from: text('statistics.from'),
      to: text('statistics.to'),
      show: text('statistics.show'),
    },
  };
}

/** Builds the chart of searches and searches without results by day, week or month. */
function searchChart(series: readonly SeriesStep[], strings: Strings): BarChart {
  const { text } = strings;
  return barChart(
    {
      title: text('statistics.chart'),
      none: text('statistics.chart-none'),
      tableLabel: text('statistics.table'),
      stepLabel: text('statistics.day'),
      steps: daySteps(
        series.map(({ date }) => date),
        strings.locale,
      ),
      panels: [
        {
          label: null,
          series: [
            {
              label: text('statistics.searches'),
              tone: 'soft',
              values: series.map(({ searches }) => searches),
            },
            {
              label: text('statistics.without'),
              tone: 'strong',
              values: series.map(({ zero_results }) => zero_results),
            },
          ],
        },
      ],
    },
    strings,
  );
}

/** Reads the period from the query. */
function askedPeriod({ query }: Pick<AdminRequest, 'query'>): PeriodQuery & { readonly period: PeriodName } {
  const day = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [from, to] = [day('from'), day('to')];
  if (from !== undefined || to !== undefined) return { period: 'custom', from, to };
  return { period: OFFERED.find((name) => name === query.period) ?? '30d' };
}
