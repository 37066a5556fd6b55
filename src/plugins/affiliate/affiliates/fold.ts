/** Letters without a Unicode decomposition, with their common plain spelling. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
};
const RESPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'gu');
/** Combining marks of Latin and Greek letters. In other scripts, marks are vowels or tones and are kept. */
const MARKS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/**
 * Folds a text to compare, sort and slugify names identically on every database. The result is in lower case and
 * lacks the marks of Latin and Greek letters: `Éva Øster` becomes `eva oster`.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '$1')
    .toLowerCase()
    .replace(RESPELLED, (letter) => SPELLINGS[letter] ?? letter)
    .normalize('NFC');
}
