/** A piece of the purpose as a subfield has it, 27 characters at most. */
export interface SepaTexts {
  /** By key: `EREF`, `SVWZ` and their like. */
  readonly byKey: ReadonlyMap<string, string>;
  /** What stands before the first key. */
  readonly unnamed: string;
}

/** Keys of the German banks in the purpose of SEPA payments (DK, Anlage 3, field 86), and `MTLG` of one of them. */
const KEY = /^(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|MTLG)[+:]\s?(.*)$/s;
const FULL = 27;

/**
 * Sorts the subfields of a purpose by the key that each begins with; those without one go on with the text before. A
 * subfield that is full breaks words wherever it ends.
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

/** What people wrote: the text with its key, else the one without, and what the bank adds. */
export function remittanceOf({ byKey, unnamed }: SepaTexts): string {
  return [byKey.get('SVWZ') ?? unnamed, byKey.get('MTLG') ?? ''].filter((text) => text.trim() !== '').join(' ');
}
