import type { ChartStep } from '../../../../admin.js';

/** Maximum number of labels below the bars, so that they do not touch on a phone. */
const MAX_LABELS = 5;

/**
 * Converts days, or the first days of weeks or months, to steps of a chart.
 * @param days `YYYY-MM-DD` in the site's time zone; they are formatted without conversion
 */
export function daySteps(days: readonly string[], locale: string): ChartStep[] {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const every = Math.ceil(days.length / MAX_LABELS);
  return days.map((day, index) => {
    const name = format.format(new Date(`${day}T00:00:00Z`));
    // Labels the middle step of each group, so that no label sticks out at either end.
    return { name, label: index % every === Math.floor(every / 2) ? name : null };
  });
}
