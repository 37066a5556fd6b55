/**
 * Letters that Unicode does not decompose, with the spelling people type instead. Most lose a stroke or become two
 * letters; final sigma and the Turkish i differ only by position and dot.
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
/** Soft hyphen, joiners, Arabic tatweel and direction marks, which are not part of a word's spelling. */
const invisible = /[\u00ad\u061c\u0640\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** Matches the base letter too, so that a long run of marks is scanned only once. */
const optionalMarks = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** Stress marks and the diaeresis of ё. The breve of й and the diaeresis of ї form separate letters. */
const cyrillicMarks = /(?<=\p{Script=Cyrillic})[\u0300\u0301]|(?<=[еЕ])\u0308/gu;

/**
 * Folds the spelling variants of a word into one. Applies lower case and compatibility forms (ligatures, full
 * width), and removes diacritics of Latin and Greek and stress marks of Cyrillic. Marks of other scripts stay,
 * because they are vowels, voicing or tones; the result is recomposed, so that decomposed input folds to the same
 * text.
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
