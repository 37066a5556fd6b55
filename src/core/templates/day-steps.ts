import type { ChartStep } from './bar-chart.js';

/** Steps that are named below the bars: more of them touch each other on a phone. */
const MOST_NAMED = 5;

/**
 * Days, or the first days of weeks and months, as steps of a chart.
 * @param days `YYYY-MM-DD`, from a calendar of the site already: no zone may shift them
 */
export function daySteps(days: readonly string[], locale: string): ChartStep[] {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const every = Math.ceil(days.length / MOST_NAMED);
  return days.map((day, index) => {
    const name = format.format(new Date(`${day}T00:00:00Z`));
    // The middle one of so many, so that no name sticks out at either end.
    return { name, label: index % every === Math.floor(every / 2) ? name : null };
  });
}
