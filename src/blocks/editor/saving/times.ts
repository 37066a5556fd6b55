import type { EditorConfig } from '../config.js';

/** A moment as people say it, in the language and the time zone of the site. */
export function inWords(
  moment: string | number,
  { locale, timeZone }: Pick<EditorConfig, 'locale' | 'timeZone'>,
): string {
  return new Date(moment).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}
