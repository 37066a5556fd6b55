import type { EditorConfig } from '../config.js';
import type { TextFormat } from './articles.js';

/** Formats a date and time in the language and time zone of the site. */
export function relativeTime(
  moment: string | number,
  { locale, timeZone }: Pick<EditorConfig, 'locale' | 'timeZone'>,
): string {
  return new Date(moment).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

/** Name of a format other than blocks. It is the same in all languages. */
export function nameOf(format: TextFormat): string {
  return format === 'markdown' ? 'Markdown' : 'HTML';
}
