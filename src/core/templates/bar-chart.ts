import { scaleBand, scaleLinear } from 'd3-scale';
import type { Strings } from './strings.js';

/** Color of bars: a total, a part drawn in front of its total, or something else. @experimental */
export type ChartTone = 'soft' | 'strong' | 'other';

/** One series of values over the steps of a chart. @experimental */
export interface ChartSeriesInput {
  /** Shown in the legend and as a table heading. */
  readonly label: string;
  readonly tone: ChartTone;
  /** One value per step. */
  readonly values: readonly number[];
}

/**
 * A group of series on a common scale. Each panel has its own scale and is drawn below the one before.
 * @experimental
 */
export interface ChartPanelInput {
  /** Heading above the bars. Null if the chart's title is enough. */
  readonly label: string | null;
  /** Height in pixels. @default 150 */
  readonly height?: number;
  /** Maximum number of grid lines. @default 4 */
  readonly ticks?: number;
  /** Later series are drawn in front of earlier ones. */
  readonly series: readonly ChartSeriesInput[];
}

/** A step of a chart, such as a day, a week or a month. @experimental */
export interface ChartStep {
  /** Shown in the table and as the tooltip. */
  readonly name: string;
  /** Shown below the bars. Null for steps without a label. */
  readonly label: string | null;
}

/** Chart to build with {@link barChart}. @experimental */
export interface BarChartInput {
  readonly title: string;
  /** Text alternative of the chart. Default: the title. */
  readonly summary?: string;
  /** Shown instead of the chart if all values are 0. */
  readonly none: string;
  /** Label of the disclosure that opens the table. */
  readonly tableLabel: string;
  /** Table heading of the step column. */
  readonly stepLabel: string;
  readonly steps: readonly ChartStep[];
  readonly panels: readonly ChartPanelInput[];
  readonly previous?: { readonly label: string; readonly link: string } | null;
  readonly next?: { readonly label: string; readonly link: string } | null;
}

/** Horizontal positions and lengths are percentages, so that text keeps its size on every screen. */
interface Bar {
  x: string;
  width: string;
  y: number;
  height: number;
}

/** Data of the template `core/parts/bar-chart`: an SVG, and the same values as a table. @experimental */
export interface BarChart {
  title: string;
  summary: string;
  none: string;
  tableLabel: string;
  stepLabel: string;
  isEmpty: boolean;
  legend: { label: string; tone: ChartTone }[];
  /** Height in pixels. */
  height: number;
  panels: {
    label: string | null;
    labelY: number;
    baseline: number;
    ticks: { y: number; text: string }[];
    series: { tone: ChartTone; bars: Bar[] }[];
  }[];
  /** Hover areas with tooltips, as wide as a step and as high as the chart. */
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
/** Space above a panel for its label. */
const LABEL = 10;
const BETWEEN = 30;
const BELOW = 24;
const PADDING = 0.25;

/**
 * Lays out a bar chart on the server, so that it needs no script or request and can be printed. Pages with a chart
 * list `core/charts.css` among their stylesheets.
 * @experimental
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
      label,
      labelY: top - LABEL,
      baseline,
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
    title,
    summary,
    none,
    tableLabel,
    stepLabel,
    panels,
    previous,
    next,
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
