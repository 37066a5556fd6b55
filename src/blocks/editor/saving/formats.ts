import type { TextFormat } from './articles.js';

/** Name of a format other than blocks. It is the same in all languages. */
export function nameOf(format: TextFormat): string {
  return format === 'markdown' ? 'Markdown' : 'HTML';
}
