import { readDay } from '../day.js';
import { textAt, type XmlElement } from './xml-element.js';

const WRITTEN = /^\d{4}-\d{2}-\d{2}(?:$|[TZ+-])/;

/** Cache of the last day: most entries have the same day as the one before. */
let before = { text: '', day: '' };

/**
 * Reads a choice of `Dt` and `DtTm`.
 * The time zone of a time is ignored, because booking days are those of the bank.
 * @returns empty for none
 */
export function dayAt(from: XmlElement | null, ...path: readonly string[]): string {
  return dayOf(textAt(from, ...path, 'Dt')) || dayOf(textAt(from, ...path, 'DtTm'));
}

/**
 * Reads the day of a date or a time.
 * @param text such as `2026-11-24` or `2026-11-24T08:00:00+01:00`
 * @returns empty if it is not a valid day
 */
export function dayOf(text: string): string {
  if (text !== before.text) before = { text, day: WRITTEN.test(text) ? readWritten(text) : '' };
  return before.day;
}

function readWritten(text: string): string {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number);
  return readDay(year ?? 0, month ?? 0, day ?? 0)?.day ?? '';
}
