import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Tables } from '../../index.js';

type ArticleTables = 'posts' | 'kb_articles';

/** Where words are looked for. */
export type SearchedColumn = 'title' | 'content' | 'aliases';

const COLUMNS = {
  title: 'posts.title',
  content: 'kb_articles.text',
  aliases: 'kb_articles.search_aliases',
} as const;

/**
 * A condition on title or text containing a word. INSTR instead of LIKE: both dialects have it, and no character of
 * the word has a meaning of its own.
 */
export function containsWord(word: string, columns: readonly SearchedColumn[] = ['title', 'content']) {
  return (eb: ExpressionBuilder<Tables, ArticleTables>): ExpressionWrapper<Tables, ArticleTables, SqlBool> =>
    eb.or(
      columns.map((column) =>
        eb(eb.fn<number>('instr', [eb.fn<string>('lower', [COLUMNS[column]]), eb.val(word.toLowerCase())]), '>', 0),
      ),
    );
}
