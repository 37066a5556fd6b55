/** Keys of German banks in the purpose of SEPA payments (DK, Anlage 3, field 86), and `MTLG`, used by one bank. */
const KEYS = [
  ...['EREF', 'KREF', 'MREF', 'CRED', 'DEBT', 'COAM', 'OAMT', 'SVWZ'],
  ...['ABWA', 'ABWE', 'IBAN', 'BIC', 'PURP', 'MTLG'],
] as const;
export type SepaKey = (typeof KEYS)[number];

const KEY = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|MTLG)([+:])\s?/g;
/** Keys whose value has a form of its own. A text may follow it. */
const VALUES: Readonly<Partial<Record<SepaKey, RegExp>>> = {
  IBAN: /^[A-Z]{2}\d{2}(?:[A-Z\d]{8,30}|(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?)(?![A-Z\d:+])/,
  BIC: /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?(?![A-Za-z\d])/,
  COAM: /^(?:[A-Z]{3} ?)?\d[\d.]*(?:,\d*)?/,
  OAMT: /^(?:[A-Z]{3} ?)?\d[\d.]*(?:,\d*)?/,
};
/** Start of the IDs of creditors and debtors. */
const PARTY = /^[A-Z]{2}\d{2}[A-Z\d]/;
const WORD = /^\S+/;
/** Keys of free texts, in which banks write no other keys than those of `IN_TEXT`. */
const TEXTS: ReadonlySet<SepaKey | null> = new Set([null, 'SVWZ', 'MTLG']);
const IN_TEXT: ReadonlySet<SepaKey> = new Set(['EREF', 'KREF', 'MREF', 'CRED', 'ABWA', 'ABWE', 'IBAN', 'BIC']);
/** Keys that banks write directly after a value: `EREF+RE-7SVWZ+Invoice`. */
const GLUED: ReadonlySet<SepaKey> = new Set(['EREF', 'KREF', 'MREF', 'CRED', 'DEBT', 'COAM', 'OAMT', 'SVWZ']);
const GLUED_IN_TEXT: ReadonlySet<SepaKey> = new Set(['ABWA', 'ABWE']);

/** Texts of a purpose. */
export interface SepaTexts {
  /** Texts by key. The first one wins if a key is repeated. */
  readonly byKey: ReadonlyMap<SepaKey, string>;
  /** Text without a key. */
  readonly unnamed: string;
}

/**
 * Splits a purpose at its keys, which banks write at the start of a subfield, after a blank, or directly after a value.
 * A key may itself be split over two subfields. A word that only looks like a key is text: it has no valid value, or is
 * where banks write none.
 * @param pieces subfields or lines
 * @param full length of a piece that may end within a word
 */
export function readSepaTexts(pieces: readonly string[], full: number): SepaTexts {
  const whole = pieces.join('');
  const starts = new Map<number, { readonly isFull: boolean }>();
  let offset = 0;
  let isFull = true;
  for (const piece of pieces) {
    starts.set(offset, { isFull });
    isFull = piece.length >= full;
    offset += piece.length;
  }
  /** Returns a part of the text, with blanks where subfields end early. */
  function spaced(from: number, to: number, isText: boolean): string {
    let text = '';
    let at = from;
    for (const [start, before] of starts) {
      if (start <= from || start >= to) continue;
      text += whole.slice(at, start) + (isText && !before.isFull ? ' ' : '');
      at = start;
    }
    return text + whole.slice(at, to);
  }

  const byKey = new Map<SepaKey, string>();
  let unnamed = '';
  let key: SepaKey | null = null;
  let isInText = true;
  let from = 0;
  function add(to: number): void {
    const text = spaced(from, to, TEXTS.has(key)).trim();
    if (key === null) unnamed = [unnamed, text].filter((each) => each !== '').join(' ');
    else byKey.set(key, [byKey.get(key) ?? '', text].filter((each) => each !== '').join(' '));
  }
  for (const match of whole.matchAll(KEY)) {
    const [found, name, sign] = match as unknown as [string, SepaKey, '+' | ':'];
    if (match.index < from || byKey.has(name) || name === key) continue;
    const valueAt = match.index + found.length;
    const place = starts.has(match.index) ? 'start' : /\s/.test(whole[match.index - 1] ?? ' ') ? 'blank' : 'glued';
    const value = textOfKey(name, sign, place, whole.slice(valueAt, valueAt + 100));
    if (value === null || !isExpected(name, sign, place, key, isInText)) continue;
    add(match.index);
    if (value === '') {
      key = name;
      isInText = TEXTS.has(key);
      from = valueAt;
    } else {
      byKey.set(name, value);
      from = valueAt + value.length;
      if (place === 'start') isInText = false;
      // A text continues after the value, another value does not.
      if (!TEXTS.has(key)) key = null;
    }
  }
  add(whole.length);
  return { byKey, unnamed };
}

type Place = 'blank' | 'glued' | 'start';

/** Returns the value of a key that ends before the next one; empty if it does not; null if it has no valid value. */
function textOfKey(name: SepaKey, sign: '+' | ':', place: Place, after: string): string | null {
  if ((name === 'CRED' || name === 'DEBT') && place !== 'start' && !PARTY.test(after)) return null;
  const pattern = VALUES[name] ?? (sign === ':' && place === 'blank' ? WORD : null);
  return pattern === null ? '' : (pattern.exec(after)?.[0] ?? null);
}

function isExpected(name: SepaKey, sign: '+' | ':', place: Place, current: SepaKey | null, isInText: boolean): boolean {
  if (place === 'start') return true;
  if (place === 'glued') return sign === '+' && (isInText ? GLUED_IN_TEXT : GLUED).has(name) && current !== null;
  return !isInText || IN_TEXT.has(name) || (sign === '+' && name === 'SVWZ');
}

/** Returns the remittance: the text with its key and the one without, plus the bank's addition. */
export function remittanceOf({ byKey, unnamed }: SepaTexts): string {
  return [byKey.get('SVWZ') ?? unnamed, byKey.get('MTLG') ?? ''].filter((text) => text.trim() !== '').join(' ');
}
