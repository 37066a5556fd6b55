/** Texts of the purpose, joined from subfields of at most 27 characters. */
export interface SepaTexts {
  /** Texts by key: `EREF`, `SVWZ` and others. */
  readonly byKey: ReadonlyMap<string, string>;
  /** Text before the first key. */
  readonly unnamed: string;
}

/** Keys of German banks in the purpose of SEPA payments (DK, Anlage 3, field 86), and `MTLG`, used by one bank. */
const KEY = /^(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|MTLG)[+:]\s?(.*)$/s;
const FULL = 27;

/**
 * Groups the subfields of a purpose by their key; subfields without one continue the previous text.
 * A full subfield may end in the middle of a word.
 */
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
