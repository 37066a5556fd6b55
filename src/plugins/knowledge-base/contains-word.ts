import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Tables } from '../../index.js';

type ArticleTables = 'posts' | 'kb_articles';

/**
 * A condition on title or text containing a word. INSTR instead of LIKE: both dialects have it, and no character of
 * the word has a meaning of its own.
 */
export function containsWord(word: string) {
  return (eb: ExpressionBuilder<Tables, ArticleTables>): ExpressionWrapper<Tables, ArticleTables, SqlBool> =>
    eb.or(
      (['posts.title', 'kb_articles.text'] as const).map((column) =>
        eb(eb.fn<number>('instr', [eb.fn<string>('lower', [column]), eb.val(word.toLowerCase())]), '>', 0),
      ),
    );
}
