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
  // Arabic letters that many writers do not distinguish, and their Persian and Urdu counterparts.
  ['ٱ', 'ا'],
  ['ة', 'ه'],
  ['ہ', 'ه'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
]);
const respelled = new RegExp(`[${[...spellings.keys()].join('')}]`, 'gu');

/** Apostrophes and abbreviation marks inside words, which many people leave out. */
const apostrophes = /['"\u2018\u2019\u02bc\u05f3\u05f4]/gu;
const ascii = /^[\0-\x7f]*$/;
/** Soft hyphen, joiners, Arabic tatweel and direction marks, which are not part of a word's spelling. */
const invisible = /[\u00ad\u061c\u0640\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** Vowel signs of Arabic and Hebrew, which most texts omit. */
const vowelSigns =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/gu;
/** Madda and hamza on an alef. On other letters the hamza distinguishes words. */
const alefMarks = /(?<=\u0627)[\u0653-\u0655]/gu;
const foreignDigits = /(?![0-9])\p{Nd}/gu;
/** Matches the base letter too, so that a long run of marks is scanned only once. */
const optionalMarks = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** Stress marks and the diaeresis of ё. The breve of й and the diaeresis of ї form separate letters. */
const cyrillicMarks = /(?<=\p{Script=Cyrillic})[\u0300\u0301]|(?<=[еЕ])\u0308/gu;

/**
 * Folds the spelling variants of a word into one. Applies lower case without apostrophes, ASCII digits and compatibility forms
 * (ligatures, full width), and removes diacritics of Latin and Greek, stress marks of Cyrillic and vowel signs of
 * Arabic and Hebrew. Marks of other scripts stay, because they are vowels, voicing or tones; the result is
 * recomposed, so that decomposed input folds to the same text.
 */
export function fold(word: string): string {
  if (ascii.test(word)) return word.toLowerCase().replace(apostrophes, '');
  return word
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(apostrophes, '')
    .replace(optionalMarks, '$1')
    .replace(cyrillicMarks, '')
    .replace(vowelSigns, '')
    .replace(alefMarks, '')
    .replace(foreignDigits, asciiDigit)
    .toLowerCase()
    .replace(respelled, (letter) => spellings.get(letter) ?? letter)
    .normalize('NFC');
}

const decimalDigit = /^\p{Nd}$/u;

/** Unicode encodes the digits of a script in order, from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && decimalDigit.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
