/**
 * Letters that Unicode does not decompose but that people type without the stroke or as two letters, and the
 * two letters that differ only by position (final sigma) or dot (Turkish i).
 */
const spellings: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);
const respelled = new RegExp(`[${[...spellings.keys()].join('')}]`, 'gu');

const ascii = /^[\0-\x7f]*$/;
/** Soft hyphen, joiners, the Arabic tatweel and marks of direction shape a word without being part of its spelling. */
const invisible = /[\u00ad\u061c\u0640\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** With the letter, so that a long row of marks is walked once. */
const optionalMarks = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** Stress marks, and the diaeresis of ё. The breve of й and the diaeresis of ї make letters of their own. */
const cyrillicMarks = /(?<=\p{Script=Cyrillic})[\u0300\u0301]|(?<=[еЕ])\u0308/gu;

/**
 * Brings spellings of one word together: lower case, compatibility forms (ligatures, full width), diacritics of
 * Latin and Greek, stress marks of Cyrillic. Marks of every other script stay, because there they are vowels,
 * voicing or tones: the result is recomposed, so that decomposed input folds to the same text.
 */
export function fold(word: string): string {
  if (ascii.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(optionalMarks, '$1')
    .replace(cyrillicMarks, '')
    .toLowerCase()
    .replace(respelled, (letter) => spellings.get(letter) ?? letter)
    .normalize('NFC');
}
