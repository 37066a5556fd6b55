import type { TextFormat } from './articles.js';

/** The name of what a text is written in, where that is not blocks: the same in all languages. */
export function nameOf(format: TextFormat): string {
  return format === 'markdown' ? 'Markdown' : 'HTML';
}
