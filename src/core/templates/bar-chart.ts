import { scaleBand, scaleLinear } from 'd3-scale';
import type { Strings } from './strings.js';

/** How bars are coloured: of a whole, of a part of it that stands before it, of something else. */
export type ChartTone = 'soft' | 'strong' | 'other';

/** One figure over the steps of a chart. */
export interface ChartSeriesInput {
  /** In the legend and in the table. */
  readonly label: string;
  readonly tone: ChartTone;
  /** As many as there are steps. */
  readonly values: readonly number[];
}

/** Figures that share a scale. Those with a scale of their own stand below, in a panel of theirs. */
export interface ChartPanelInput {
  /** Above its bars; null where the title of the chart says it. */
  readonly label: string | null;
  /** Pixels, default 150. */
  readonly height?: number;
  /** Lines at most, default 4. */
  readonly ticks?: number;
  /** A later one stands before the one before it. */
  readonly series: readonly ChartSeriesInput[];
}

/** A step of a chart: a day, a week, a month. */
export interface ChartStep {
  /** In the table, and where the pointer rests. */
  readonly name: string;
  /** Below the bars, null for those that are not named there. */
  readonly label: string | null;
}

export interface BarChartInput {
  readonly title: string;
  /** What the picture is, for those who do not see it; default its title. */
  readonly summary?: string;
  /** In its place where all values are 0. */
  readonly none: string;
  /** What opens the table. */
  readonly tableLabel: string;
  /** Heading of the column of steps. */
  readonly stepLabel: string;
  readonly steps: readonly ChartStep[];
  readonly panels: readonly ChartPanelInput[];
  readonly previous?: { readonly label: string; readonly link: string } | null;
  readonly next?: { readonly label: string; readonly link: string } | null;
}

/** Places and lengths across are in percent, so that letters keep their size on any screen. */
interface Bar {
  x: string;
  width: string;
  y: number;
  height: number;
}

/** A chart as the part `core/parts/bar-chart` draws it: an SVG, and the same figures as a table. */
export interface BarChart {
  title: string;
  summary: string;
  none: string;
  tableLabel: string;
  stepLabel: string;
  isEmpty: boolean;
  legend: { label: string; tone: ChartTone }[];
  /** Pixels. */
  height: number;
  panels: {
    label: string | null;
    labelY: number;
    baseline: number;
    ticks: { y: number; text: string }[];
    series: { tone: ChartTone; bars: Bar[] }[];
  }[];
  /** As wide as a step and as high as the chart: what the pointer rests on. */
  steps: { x: string; width: string; title: string }[];
  labels: { x: string; text: string }[];
  rows: { step: string; values: string[] }[];
  previous: { label: string; link: string } | null;
  next: { label: string; link: string } | null;
}

declare module './names.js' {
  interface TemplateData {
    'core/parts/bar-chart': { chart: BarChart };
  }
}

const HEIGHT = 150;
const TICKS = 4;
const TOP = 14;
/** Above a panel, for what it is called. */
const LABEL = 10;
const BETWEEN = 30;
const BELOW = 24;
const PADDING = 0.25;

/**
 * Draws bars on the server: no script, no request, and it can be printed. Pages that have one name `core/charts.css` among
 * their stylesheets.
 */
export function barChart(input: BarChartInput, { number }: Pick<Strings, 'number'>): BarChart {
  const { title, summary = title, none, tableLabel, stepLabel, steps, previous = null, next = null } = input;
  const band = scaleBand<number>()
    .domain(steps.map((_, index) => index))
    .range([0, 100])
    .padding(PADDING);
  const width = percent(band.bandwidth());
  const all = input.panels.flatMap(({ series }) => series);
  let bottom = 0;

  const panels = input.panels.map(({ label, height = HEIGHT, ticks = TICKS, series }, index) => {
    const top = bottom + (index === 0 ? TOP : BETWEEN) + (label === null ? 0 : LABEL);
    const baseline = top + height;
    bottom = baseline;
    const most = Math.max(1, ...series.flatMap(({ values }) => values));
    const scale = scaleLinear().domain([0, most]).nice(ticks).range([baseline, top]);
    return {
      ...{ label, labelY: top - LABEL, baseline },
      ticks: scale
        .ticks(ticks)
        .filter((tick) => tick > 0 && Number.isInteger(tick))
        .map((tick) => ({ y: round(scale(tick)), text: number(tick) })),
      series: series.map(({ tone, values }) => ({
        tone,
        bars: values.flatMap((value, step): Bar[] => {
          const y = round(scale(value));
          return y < baseline ? [{ x: percent(band(step) ?? 0), width, y, height: round(baseline - y) }] : [];
        }),
      })),
    };
  });

  return {
    ...{ title, summary, none, tableLabel, stepLabel, panels, previous, next },
    isEmpty: all.every(({ values }) => values.every((value) => value === 0)),
    legend: all.map(({ label, tone }) => ({ label, tone })),
    height: bottom + BELOW,
    steps: steps.map(({ name }, index) => ({
      x: percent((index * 100) / steps.length),
      width: percent(100 / steps.length),
      title: `${name}: ${all.map(({ label, values }) => `${label} ${number(values[index] ?? 0)}`).join(', ')}`,
    })),
    labels: steps.flatMap(({ label }, index) =>
      label === null ? [] : [{ x: percent((band(index) ?? 0) + band.bandwidth() / 2), text: label }],
    ),
    rows: steps.map(({ name }, index) => ({
      step: name,
      values: all.map(({ values }) => number(values[index] ?? 0)),
    })),
  };
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
