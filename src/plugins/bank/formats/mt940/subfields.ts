/**
 * Three digits for the type, then a separator of the bank's choice before each number: `166?00...?20...`, `000>10...`.
 */
const BEGIN = /^(\d{3})([?>@#~^|<*])(?=\d\d)/;
const NUMBER = /^\d\d/;
/** Keys of German banks in the purpose of SEPA payments (DK, Anlage 3, field 86), and `MTLG`, used by one bank. */
const KEY = /^(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|MTLG)[+:]\s?(.*)$/s;
/** Maximum length of a subfield. A full one may end in the middle of a word. */
const FULL = 27;

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

/** Texts of the purpose, joined from subfields of at most 27 characters. */
export interface SepaTexts {
  /** Texts by key: `EREF`, `SVWZ` and others. */
  readonly byKey: ReadonlyMap<string, string>;
  /** Text before the first key. */
  readonly unnamed: string;
}

/** Groups the subfields of a purpose by their key; subfields without one continue the previous text. */
export function readSepaTexts(subfields: readonly string[]): SepaTexts {
  const texts = new Map<string, string>();
  let key = '';
  let isFull = true;
  for (const subfield of subfields) {
    const [, next, first] = KEY.exec(subfield) ?? [];
    if (next !== undefined) key = next;
    const before = texts.get(key) ?? '';
    const isText = key === '' || key === 'SVWZ' || key === 'MTLG';
    const glue = before === '' || isFull || !isText ? '' : ' ';
    texts.set(key, before + glue + (first ?? subfield));
    isFull = subfield.length >= FULL;
  }
  const unnamed = texts.get('') ?? '';
  texts.delete('');
  return { byKey: texts, unnamed };
}

/** Returns the remittance: the text with its key, else the one without, plus the bank's addition. */
export function remittanceOf({ byKey, unnamed }: SepaTexts): string {
  return [byKey.get('SVWZ') ?? unnamed, byKey.get('MTLG') ?? ''].filter((text) => text.trim() !== '').join(' ');
}
