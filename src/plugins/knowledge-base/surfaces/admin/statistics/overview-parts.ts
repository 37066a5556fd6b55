import { type AdminMetric, type BarChart, barChart } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import { daySteps } from '../../../content/statistics/day-steps.js';
import type { Overview, OverviewTotals } from '../../../content/statistics/overview.js';

type Kind = 'number' | 'percent' | 'stars';

const METRICS = [
  ['figures.views', 'views', 'number'],
  ['figures.visitors', 'visitors', 'number'],
  ['figures.searches', 'searches', 'number'],
  ['figures.zero-results', 'zero_result_searches', 'number'],
  ['figures.ratings', 'ratings', 'number'],
  ['figures.average', 'average_rating', 'stars'],
  ['figures.helpful', 'helpful_percent', 'percent'],
  ['figures.feedback', 'feedback_new', 'number'],
  ['figures.downloads', 'downloads', 'number'],
  ['figures.published', 'articles_published', 'number'],
  ['figures.stale', 'articles_stale', 'number'],
] as const satisfies readonly (readonly [string, keyof OverviewTotals, Kind])[];

/** Returns the totals of a period with the change since the previous one. */
export function overviewMetrics({ totals, previous, change }: Overview, texts: Strings): AdminMetric[] {
  const { text, locale } = texts;
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return METRICS.map(([title, name, kind]) => {
    const before = previous?.[name] ?? null;
    const by = change?.[name] ?? null;
    const periodText =
      previous === null
        ? text('figures.same')
        : by === null
          ? text('figures.no-change')
          : text('figures.change', { change: format.format(by / 100), before: valueText(before, kind, texts) });
    const isWaiting = name === 'articles_stale' && totals[name] > 0;
    return { title: text(title), value: valueText(totals[name], kind, texts), text: periodText, link: null, isWaiting };
  });
}

function valueText(value: number | null, kind: Kind, { number, locale }: Strings): string {
  if (value === null) return '–';
  if (kind === 'percent') return new Intl.NumberFormat(locale, { style: 'percent' }).format(value / 100);
  return number(value);
}

/** Returns the charts of reading and searching, each with its own scale. */
export function overviewCharts({ series }: Overview, texts: Strings): BarChart[] {
  const { text, locale } = texts;
  const steps = daySteps(
    series.map(({ date }) => date),
    locale,
  );
  const common = {
    steps,
    none: text('figures.chart-none'),
    tableLabel: text('figures.table'),
    stepLabel: text('figures.day'),
  };
  return [
    barChart(
      {
        ...common,
        title: text('figures.chart-views'),
        panels: [
          {
            label: null,
            series: [
              { label: text('figures.views'), tone: 'soft', values: series.map(({ views }) => views) },
              { label: text('figures.visitors'), tone: 'strong', values: series.map(({ visitors }) => visitors) },
            ],
          },
        ],
      },
      texts,
    ),
    barChart(
      {
        ...common,
        title: text('figures.searches'),
        panels: [
          {
            label: null,
            series: [
              { label: text('figures.searches'), tone: 'soft', values: series.map(({ searches }) => searches) },
              { label: text('figures.zero-results'), tone: 'strong', values: series.map((step) => step.zero_results) },
            ],
          },
        ],
      },
      texts,
    ),
  ];
}
