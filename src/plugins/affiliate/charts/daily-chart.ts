import { scaleBand, scaleLinear } from 'd3-scale';
import type { AdminLink, Strings } from '../../../index.js';
import type { MonthlyClicks } from '../statistics/monthly.js';

/** A bar, in percent of the width and in pixels of the height. */
export interface ChartBar {
  x: string;
  width: string;
  y: number;
  height: number;
}

/** One figure over the days of the month, with its own scale. */
export interface ChartPanel {
  label: string;
  /** Where the label stands, and where the days begin to count. */
  labelY: number;
  baseline: number;
  ticks: { y: number; text: string }[];
  /** The second of them lies before the first and is a part of it. */
  series: { name: 'clicks' | 'conversions' | 'visitors'; bars: ChartBar[] }[];
}

/** A month by day as the part `affiliate/parts/chart` draws it: an SVG, and the same figures as a table. */
export interface DailyChart {
  strings: Strings;
  /** Such as `March 2026`. */
  month: string;
  /** What the picture is, for those who do not see it. */
  summary: string;
  isEmpty: boolean;
  /** Pixels. */
  height: number;
  panels: ChartPanel[];
  /** As wide as the bars and as high as the chart: what the pointer rests on. */
  days: { x: string; width: string; title: string }[];
  dayLabels: { x: string; text: string }[];
  rows: { day: string; clicks: string; visitors: string; conversions: string }[];
  previous: AdminLink | null;
  next: AdminLink | null;
}

export interface DailyChartInput {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  readonly figures: Pick<MonthlyClicks, 'clicks_data' | 'has_next_data' | 'has_prev_data'>;
  /** The address of the page with another month. */
  readonly linkTo: (month: { readonly year: number; readonly month: number }) => string;
}

const TOP = 24;
const CLICKS_HEIGHT = 150;
const BETWEEN = 40;
const CONVERSIONS_HEIGHT = 56;
const LABELS = 24;
const CLICKS_BASE = TOP + CLICKS_HEIGHT;
const CONVERSIONS_BASE = CLICKS_BASE + BETWEEN + CONVERSIONS_HEIGHT;
const PADDING = 0.25;
/** Days that are named below the bars: more of them touch each other on a phone. */
const NAMED_DAYS = 5;

type Days = MonthlyClicks['clicks_data'];

/**
 * Draws clicks and conversions of a month. They are two panels, each with its own scale, since conversions beside
 * hundreds of clicks would be a line at zero. Widths are percentages, so that letters keep their size on any screen.
 */
export function dailyChart({ year, month, figures, linkTo }: DailyChartInput, strings: Strings): DailyChart {
  const { text, number } = strings;
  const days = figures.clicks_data;
  const band = scaleBand<string>()
    .domain(days.map(({ date }) => date))
    .range([0, 100])
    .padding(PADDING);
  const xOf = (date: string): string => percent(band(date) ?? 0);
  const width = percent(band.bandwidth());

  function panel(
    label: string,
    [baseline, height, tickCount]: readonly [number, number, number],
    series: readonly {
      readonly name: ChartPanel['series'][number]['name'];
      readonly of: (day: Days[number]) => number;
    }[],
  ): ChartPanel {
    const most = Math.max(1, ...days.flatMap((day) => series.map(({ of }) => of(day))));
    const scale = scaleLinear()
      .domain([0, most])
      .nice(tickCount)
      .range([baseline, baseline - height]);
    return {
      ...{ label, baseline, labelY: baseline - height - 10 },
      ticks: scale
        .ticks(tickCount)
        .filter((tick) => tick > 0 && Number.isInteger(tick))
        .map((tick) => ({ y: round(scale(tick)), text: number(tick) })),
      series: series.map(({ name, of }) => ({
        name,
        bars: days.flatMap((day) => {
          const y = round(scale(of(day)));
          return y < baseline ? [{ x: xOf(day.date), width, y, height: round(baseline - y) }] : [];
        }),
      })),
    };
  }

  const name = monthName(year, month, strings);
  const wholeDay = (100 / days.length).toFixed(3);
  return {
    strings,
    month: name,
    summary: text('chart.summary', { month: name }),
    isEmpty: days.every(({ clicks, conversions }) => clicks === 0 && conversions === 0),
    height: CONVERSIONS_BASE + LABELS,
    panels: [
      panel(
        text('chart.clicks'),
        [CLICKS_BASE, CLICKS_HEIGHT, 4],
        [
          { name: 'clicks', of: ({ clicks }) => clicks },
          { name: 'visitors', of: ({ unique }) => unique },
        ],
      ),
      panel(
        text('chart.conversions'),
        [CONVERSIONS_BASE, CONVERSIONS_HEIGHT, 2],
        [{ name: 'conversions', of: ({ conversions }) => conversions }],
      ),
    ],
    days: days.map((day, index) => ({
      x: percent((index * 100) / days.length),
      width: `${wholeDay}%`,
      title: titleOf(day, strings),
    })),
    dayLabels: days
      .map(({ date }) => ({ date, day: Number(date.slice(-2)) }))
      .filter(({ day }) => day === 1 || day % NAMED_DAYS === 0)
      .map(({ date, day }) => ({ x: percent((band(date) ?? 0) + band.bandwidth() / 2), text: number(day) })),
    rows: days.map(({ date, clicks, unique, conversions }) => ({
      ...{ day: dayName(date, strings), clicks: number(clicks) },
      ...{ visitors: number(unique), conversions: number(conversions) },
    })),
    previous: figures.has_prev_data
      ? { label: text('chart.previous'), link: linkTo(monthBeside(year, month, -1)) }
      : null,
    next: figures.has_next_data ? { label: text('chart.next'), link: linkTo(monthBeside(year, month, 1)) } : null,
  };
}

function monthBeside(year: number, month: number, by: -1 | 1): { year: number; month: number } {
  const count = year * 12 + month - 1 + by;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

/** Days come from the calendar of the site already: no zone may shift them. */
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

function titleOf({ date, clicks, unique, conversions }: Days[number], strings: Strings): string {
  const { text, number } = strings;
  const facts = [
    `${text('chart.clicks')} ${number(clicks)}`,
    `${text('chart.visitors')} ${number(unique)}`,
    `${text('chart.conversions')} ${number(conversions)}`,
  ];
  return `${dayName(date, strings)}: ${facts.join(', ')}`;
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
