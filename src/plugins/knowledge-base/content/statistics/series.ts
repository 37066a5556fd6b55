import { addUp } from './day-sums.js';
import { type DayRange, type Granularity, stepOf, stepsOf } from './period.js';
import type { DaySums } from './roll-up.js';

/** Day, week or month of a chart. */
export interface SeriesStep {
  /** First day of the step within the period. */
  date: string;
  views: number;
  visitors: number;
  searches: number;
  zero_results: number;
}

/** Groups days into the steps of a period, in order. Steps without data are zero. */
export function seriesOf(range: DayRange, granularity: Granularity, days: ReadonlyMap<string, DaySums>): SeriesStep[] {
  const steps = new Map<string, DaySums[]>(stepsOf(range, granularity).map((date) => [date, []]));
  for (const [day, sums] of days) steps.get(stepOf(day, granularity, range))?.push(sums);
  return [...steps].map(([date, sums]) => {
    const { views, visitors, searches, zero_results } = addUp(sums);
    return { date, views, visitors, searches, zero_results };
  });
}
