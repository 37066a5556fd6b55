import { type BarChart, barChart } from '../../../admin.js';
import type { Strings } from '../../../text.js';
import type { MonthlyClicks } from '../statistics/monthly.js';

export interface DailyChartInput {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  readonly clicks: Pick<MonthlyClicks, 'clicks_data' | 'next_month' | 'previous_month'>;
  /** Returns the URL of the page for another month. */
  readonly linkTo: (month: { readonly year: number; readonly month: number }) => string;
}

/** Pixels. Conversions are few and need less height. */
const CONVERSIONS_HEIGHT = 56;
/** Days between labels below the bars: denser labels overlap on phones. */
const NAMED_DAYS = 5;

/**
 * Draws clicks and conversions of a month. Each has its own panel and scale, because conversions next to hundreds of
 * clicks would be a line at zero.
 */
export function dailyChart({ year, month, clicks, linkTo }: DailyChartInput, strings: Strings): BarChart {
  const { text, number } = strings;
  const days = clicks.clicks_data;
  const name = monthName(year, month, strings);
  function stepTo(target: string | null, label: string) {
    const [year, month] = (target ?? '').split('-').map(Number);
    return year && month ? { label, link: linkTo({ year, month }) } : null;
  }
  return barChart(
    {
      title: name,
      summary: text('chart.summary', { month: name }),
      none: text('chart.none'),
      tableLabel: text('chart.table'),
      stepLabel: text('chart.day'),
      steps: days.map(({ date }) => {
        const day = Number(date.slice(-2));
        return { name: dayName(date, strings), label: day === 1 || day % NAMED_DAYS === 0 ? number(day) : null };
      }),
      panels: [
        {
          label: text('chart.clicks'),
          series: [
            { label: text('chart.clicks'), tone: 'soft', values: days.map(({ clicks }) => clicks) },
            { label: text('chart.visitors'), tone: 'strong', values: days.map(({ unique }) => unique) },
          ],
        },
        {
          label: text('chart.conversions'),
          height: CONVERSIONS_HEIGHT,
          ticks: 2,
          series: [
            { label: text('chart.conversions'), tone: 'other', values: days.map(({ conversions }) => conversions) },
          ],
        },
      ],
      previous: stepTo(clicks.previous_month, text('chart.previous')),
      next: stepTo(clicks.next_month, text('chart.next')),
    },
    strings,
  );
}

/** Days already use the calendar of the site, so they are formatted as UTC and not shifted. */
function monthName(year: number, month: number, { locale }: Strings): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1)),
  );
}

function dayName(date: string, { locale }: Strings): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
