import { scaleBand, scaleLinear } from 'd3-scale';
import type { Strings } from '../../../../../index.js';
import type { SeriesStep } from '../../../statistics/series.js';

/** A bar; places and lengths across are in percent, so that letters keep their size on any screen. */
interface Bar {
  readonly x: string;
  readonly width: string;
  readonly y: number;
  readonly height: number;
}

/** Searches by day, week or month, as the part `kb/parts/search-chart` draws them. */
export interface SearchChart {
  strings: Strings;
  isEmpty: boolean;
  height: number;
  baseline: number;
  ticks: { y: number; text: string }[];
  /** Of all searches, and of those of them that found nothing. */
  searches: Bar[];
  without: Bar[];
  steps: { x: string; width: string; title: string }[];
  labels: { x: string; text: string }[];
  rows: { day: string; searches: string; without: string }[];
}

const TOP = 14;
const HEIGHT = 150;
const LABELS = 24;
const BASELINE = TOP + HEIGHT;
const TICKS = 4;
/** Steps that are named below the bars: more of them touch each other on a phone. */
const MOST_LABELS = 5;

export function searchChart(series: readonly SeriesStep[], strings: Strings): SearchChart {
  const { text, number } = strings;
  const band = scaleBand<string>()
    .domain(series.map(({ date }) => date))
    .range([0, 100])
    .padding(0.25);
  const most = Math.max(1, ...series.map(({ searches }) => searches));
  const scale = scaleLinear().domain([0, most]).nice(TICKS).range([BASELINE, TOP]);
  const bars = (count: (step: SeriesStep) => number): Bar[] =>
    series.flatMap((step) => {
      const y = round(scale(count(step)));
      const x = percent(band(step.date) ?? 0);
      return y < BASELINE ? [{ x, width: percent(band.bandwidth()), y, height: round(BASELINE - y) }] : [];
    });
  const every = Math.ceil(series.length / MOST_LABELS);
  return {
    strings,
    isEmpty: series.every(({ searches }) => searches === 0),
    height: BASELINE + LABELS,
    baseline: BASELINE,
    ticks: scale
      .ticks(TICKS)
      .filter((tick) => tick > 0 && Number.isInteger(tick))
      .map((tick) => ({ y: round(scale(tick)), text: number(tick) })),
    searches: bars(({ searches }) => searches),
    without: bars(({ zero_results }) => zero_results),
    steps: series.map((step, index) => ({
      x: percent((index * 100) / series.length),
      width: percent(100 / series.length),
      title: `${dayText(step.date, strings)}: ${text('statistics.searches')} ${number(step.searches)}, ${text('statistics.without')} ${number(step.zero_results)}`,
    })),
    labels: series
      // The middle one of so many, so that no name sticks out at either end.
      .filter((_, index) => index % every === Math.floor(every / 2))
      .map(({ date }) => ({ x: percent((band(date) ?? 0) + band.bandwidth() / 2), text: dayText(date, strings) })),
    rows: series.map(({ date, searches, zero_results }) => ({
      ...{ day: dayText(date, strings), searches: number(searches), without: number(zero_results) },
    })),
  };
}

/** Days come from the calendar of the site already: no zone may shift them. */
function dayText(date: string, { locale }: Strings): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
