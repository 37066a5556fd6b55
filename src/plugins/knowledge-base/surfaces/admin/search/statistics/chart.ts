import { type BarChart, barChart } from '../../../../../../admin.js';
import type { Strings } from '../../../../../../text.js';
import { daySteps } from '../../../../content/statistics/day-steps.js';
import type { SeriesStep } from '../../../../content/statistics/series.js';

/** Builds the chart of searches and searches without results by day, week or month. */
export function searchChart(series: readonly SeriesStep[], strings: Strings): BarChart {
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
