import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Tables } from '../../index.js';

/**
 * A condition on title or text containing a word. INSTR instead of LIKE: both dialects have it, and no character of
 * the word has a meaning of its own.
 */
export function containsWord(word: string) {
  return <T extends 'posts' | 'kb_articles'>(
    eb: ExpressionBuilder<Tables, T | 'posts' | 'kb_articles'>,
  ): ExpressionWrapper<Tables, T | 'posts' | 'kb_articles', SqlBool> =>
    eb.or(
      (['posts.title', 'kb_articles.text'] as const).map((column) =>
        eb(eb.fn<number>('instr', [eb.fn('lower', [column]), eb.val(word.toLowerCase())]), '>', 0),
      ),
    );
}
