import { addDays, monthOf } from '../../../calendar.js';

const MONTHS = 12;

/** Returns the first days of the last twelve months, ending with the current one. */
export function lastMonths(today: string): string[] {
  const months = [monthOf(today)];
  while (months.length < MONTHS) months.unshift(monthOf(addDays(months[0] ?? today, -1)));
  return months;
}
