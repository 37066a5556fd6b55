/** Letters that Unicode does not take apart and people write without their stroke, or as two. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ς: 'σ' },
};
const RESPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'gu');
/** Marks of other scripts are vowels or tones, and stay. */
const MARKS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/**
 * A text as names are compared, made into codes and put in order, on every database alike: in lower case, and without
 * the marks of Latin and Greek letters, so that `Éva Øster` is `eva oster`.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '$1')
    .toLowerCase()
    .replace(RESPELLED, (letter) => SPELLINGS[letter] ?? letter)
    .normalize('NFC');
}
