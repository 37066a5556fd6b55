import { readDay } from '../day.js';
import { textAt, type XmlElement } from './xml-element.js';

const WRITTEN = /^\d{4}-\d{2}-\d{2}(?:$|[TZ+-])/;

/** Entries come day by day: nearly each says the day of the one before. */
let before = { text: '', day: '' };

/**
 * The day of a choice of `Dt` and `DtTm`. That of a time is the day which the bank wrote, whatever its zone: days of
 * booking are those of the bank.
 * @returns empty for none
 */
export function dayAt(from: XmlElement | null, ...path: readonly string[]): string {
  return dayOf(textAt(from, ...path, 'Dt')) || dayOf(textAt(from, ...path, 'DtTm'));
}

/** @param text such as `2026-11-24` or `2026-11-24T08:00:00+01:00` @returns empty for no day */
export function dayOf(text: string): string {
  if (text !== before.text) before = { text, day: WRITTEN.test(text) ? readWritten(text) : '' };
  return before.day;
}

function readWritten(text: string): string {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number);
  return readDay(year ?? 0, month ?? 0, day ?? 0)?.day ?? '';
}
