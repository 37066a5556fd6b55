import type { EditorConfig } from '../config.js';

/** Formats a date and time in the language and time zone of the site. */
export function relativeTime(
  moment: string | number,
  { locale, timeZone }: Pick<EditorConfig, 'locale' | 'timeZone'>,
): string {
  return new Date(moment).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}
