import { fullYear, type ReadDay, readDay } from '../day.js';

/** Whether days are written with the day, the month or the year first. */
export type DayOrder = 'dmy' | 'mdy';

/** `3/ 2'26`, `03/02/2026`, `3-2-26`, `02.03.2026`, or the year first. */
const WRITTEN = /^(\d{1,4})\s*[/.-]\s*(\d{1,2})\s*([/.'-])\s*(\d{1,4})$/;

/**
 * Finds the order of the days of a file. Points and an apostrophe before the year tell it; otherwise a number above 12
 * does.
 * @returns null if all days can be read both ways
 */
export function dayOrderOf(days: readonly string[]): DayOrder | null {
  let isAmbiguous = false;
  for (const day of days) {
    const [, first = '', second = '', mark = ''] = WRITTEN.exec(day.trim()) ?? [];
    if (first === '' || first.length === 4) continue;
    if (mark === "'" || Number(second) > 12) return 'mdy';
    if (mark === '.' || Number(first) > 12) return 'dmy';
    // The same number for both is no evidence, and no problem.
    isAmbiguous ||= Number(first) !== Number(second);
  }
  return isAmbiguous ? null : 'mdy';
}

/** Reads a day in the order of its file. */
export function readQifDay(text: string, order: DayOrder): ReadDay | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  if (compact) return readDay(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const [, first = '', second = '', , third = ''] = WRITTEN.exec(text.trim()) ?? [];
  if (first === '') return null;
  if (first.length === 4) return readDay(Number(first), Number(second), Number(third));
  const year = third.length === 4 ? Number(third) : fullYear(Number(third));
  const [month, day] = order === 'mdy' ? [first, second] : [second, first];
  return readDay(year, Number(month), Number(day));
}
