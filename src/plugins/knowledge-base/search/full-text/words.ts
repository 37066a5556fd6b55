import type { FullTextQuery } from '../../../../index.js';

/**
 * Index terms as words of a full-text index, which cuts texts at whatever is no letter or digit to it, and leaves out what
 * is short or common in English. Terms of Latin letters and digits stay legible behind a mark; all others are hexadecimal,
 * so that the beginning of a term is the beginning of its word.
 */
const PLAIN = /^[a-z0-9]+$/;
const MARKS = { term: { plain: 'qt', coded: 'xt' }, form: { plain: 'qf', coded: 'xf' } } as const;
/** Longer terms with the same beginning are taken for the same. An even number: no character is cut in its byte. */
const LONGEST = 78;

/** `term` is how an index knows a word, `form` how it was written. */
export type WordKind = keyof typeof MARKS;

export function wordOf(term: string, kind: WordKind): string {
  const { plain, coded } = MARKS[kind];
  const word = PLAIN.test(term) ? plain + term : coded + Buffer.from(term, 'utf8').toString('hex');
  return word.slice(0, LONGEST);
}

/** The term of a word, null where it is no term or was too long to be kept whole. */
export function termOf(word: string): string | null {
  if (word.length >= LONGEST) return null;
  if (word.startsWith(MARKS.term.plain)) return word.slice(2);
  if (word.startsWith(MARKS.term.coded)) return Buffer.from(word.slice(2), 'hex').toString('utf8');
  return null;
}

export const wanted = (term: string): FullTextQuery => ({ word: wordOf(term, 'term') });

/** Terms, and written forms, that begin so. */
export const wantedBeginning = (beginning: string, kind: WordKind): FullTextQuery => ({
  word: wordOf(beginning, kind),
  isBeginning: true,
});
