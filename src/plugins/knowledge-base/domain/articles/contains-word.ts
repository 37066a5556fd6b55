import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Tables } from '../../../../index.js';

type ArticleTables = 'posts' | 'kb_articles';

/** Columns that can be searched. */
export type SearchedColumn = 'title' | 'content' | 'aliases';

const COLUMNS = {
  title: 'posts.title',
  content: 'kb_articles.text',
  aliases: 'kb_articles.search_aliases',
} as const;

/**
 * Builds the condition that an article contains a word.
 * Uses INSTR instead of LIKE: both dialects have it, and no character needs escaping.
 */
export function containsWord(word: string, columns: readonly SearchedColumn[] = ['title', 'content']) {
  return (eb: ExpressionBuilder<Tables, ArticleTables>): ExpressionWrapper<Tables, ArticleTables, SqlBool> =>
    eb.or(
      columns.map((column) =>
        eb(eb.fn<number>('instr', [eb.fn<string>('lower', [COLUMNS[column]]), eb.val(word.toLowerCase())]), '>', 0),
      ),
    );
}
