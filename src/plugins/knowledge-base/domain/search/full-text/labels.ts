import type { FullTextQuery } from '../../../../../database.js';

/**
 * Encodes index terms as words of a full-text index. The index splits texts at anything but letters and digits and
 * drops short or common English words. Terms of Latin letters and digits stay readable after a prefix; all others
 * are hexadecimal, so that a prefix of a term is a prefix of its word.
 */
const PLAIN = /^[a-z0-9]+$/;
const MARKS = { term: { plain: 'qt', coded: 'xt' }, form: { plain: 'qf', coded: 'xf' } } as const;
/**
 * Maximum word length; longer terms with the same beginning are treated as equal. Even, so that no hex-encoded byte
 * is cut in half.
 */
const MAX_LENGTH = 78;

/** `term` is the form in the index, `form` the written form. */
export type WordKind = keyof typeof MARKS;

export function wordOf(term: string, kind: WordKind): string {
  const { plain, coded } = MARKS[kind];
  const word = PLAIN.test(term) ? plain + term : coded + Buffer.from(term, 'utf8').toString('hex');
  return word.slice(0, MAX_LENGTH);
}

/** Decodes the term of a word; null if it is a written form or was truncated. */
export function termOf(word: string): string | null {
  if (word.length >= MAX_LENGTH) return null;
  if (word.startsWith(MARKS.term.plain)) return word.slice(2);
  if (word.startsWith(MARKS.term.coded)) return Buffer.from(word.slice(2), 'hex').toString('utf8');
  return null;
}

export const termQuery = (term: string): FullTextQuery => ({ word: wordOf(term, 'term') });

/** Matches terms or written forms with this prefix. */
export const requestedPrefix = (prefix: string, kind: WordKind): FullTextQuery => ({
  word: wordOf(prefix, kind),
  isPrefix: true,
});
