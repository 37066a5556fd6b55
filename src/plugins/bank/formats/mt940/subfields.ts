/**
 * Three digits for the type, then a separator of the bank's choice before each number: `166?00...?20...`, `000>10...`.
 */
const BEGIN = /^(\d{3})([?>@#~^|<*])(?=\d\d)/;
const NUMBER = /^\d\d/;
/** Maximum length of a subfield. A full one may end in the middle of a word. */
export const FULL_SUBFIELD = 27;

interface Subfield {
  readonly number: string;
  value: string;
}

/** Field 86 split into numbered subfields. */
export interface NumberedText {
  /** Three digits, such as 166. */
  readonly typeCode: string;
  readonly subfields: readonly Subfield[];
}

/**
 * Splits the text at its separators. A separator without a number after it is part of the text.
 * @returns null if the text has another format
 */
export function readSubfields(text: string): NumberedText | null {
  const begin = BEGIN.exec(text);
  if (begin === null) return null;
  const [typeCode, sign] = [begin[1] ?? '', begin[2] ?? ''];
  const subfields: Subfield[] = [];
  let last: Subfield | null = null;
  for (const piece of text.slice(text.indexOf(sign) + 1).split(sign)) {
    if (NUMBER.test(piece)) {
      last = { number: piece.slice(0, 2), value: piece.slice(2) };
      subfields.push(last);
    } else if (last !== null) last.value += sign + piece;
  }
  return { typeCode, subfields };
}
