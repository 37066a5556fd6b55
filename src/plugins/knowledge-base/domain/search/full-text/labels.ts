import type { FullTextQuery } from '../../../../../database.js';
import { variantOf, wordOfVariant } from '../variants.js';

/**
 * Encodes index terms as words of a full-text index. The index splits texts at anything but letters and digits and
 * drops short or common English words. Terms of Latin letters and digits stay readable after a prefix; all others
 * are hexadecimal, so that a prefix of a term is a prefix of its word.
 */
const PLAIN = /^[a-z0-9]+$/;
const MARKS = {
  term: { plain: 'qt', coded: 'xt' },
  form: { plain: 'qf', coded: 'xf' },
  variant: { plain: 'qv', coded: 'xv' },
} as const;
/**
 * Maximum word length; longer terms with the same beginning are treated as equal. Even, so that no hex-encoded byte
 * is cut in half.
 */
const MAX_LENGTH = 78;

/** `term` is the form in the index, `form` the written form, `variant` the index term of another spelling. */
export type WordKind = keyof typeof MARKS;

export function wordOf(term: string, kind: WordKind): string {
  const { plain, coded } = MARKS[kind];
  const word = PLAIN.test(term) ? plain + term : coded + Buffer.from(term, 'utf8').toString('hex');
  return word.slice(0, MAX_LENGTH);
}

/** Decodes the index term of a word; null if it is a written form or was truncated. */
export function termOf(word: string): string | null {
  if (word.length >= MAX_LENGTH) return null;
  for (const kind of ['term', 'variant'] as const) {
    const { plain, coded } = MARKS[kind];
    const text = word.slice(plain.length);
    const term = word.startsWith(plain) ? text : Buffer.from(text, 'hex').toString('utf8');
    if (word.startsWith(plain) || word.startsWith(coded)) return kind === 'term' ? term : variantOf(term);
  }
  return null;
}

/** @param term index term, possibly a variant */
export function termQuery(term: string): FullTextQuery {
  const variant = wordOfVariant(term);
  return { word: variant === undefined ? wordOf(term, 'term') : wordOf(variant, 'variant') };
}

/** Matches terms or written forms with this prefix. */
export const requestedPrefix = (prefix: string, kind: WordKind): FullTextQuery => ({
  word: wordOf(prefix, kind),
  isPrefix: true,
});
