import { fullYear, type ReadDay, readDay } from '../day.js';

/** First line of a field 61, before its currency is known. */
export interface StatementLine {
  readonly direction: 'credit' | 'debit';
  readonly isReversal: boolean;
  /** Expected and not booked yet: marks EC and ED of MT942. */
  readonly isExpected: boolean;
  /** As written, without a sign. */
  readonly amount: string;
  /** Null if the six digits are not a valid day. */
  readonly valueOn: ReadDay | null;
  /** Null if missing, which means the same as `valueOn`, or if the four digits are not a valid day. */
  readonly bookedOn: ReadDay | null;
  /** For example `NTRF`; empty if the bank omits it. */
  readonly typeCode: string;
  readonly customerReference: string;
  /** Text after `//`. */
  readonly bankReference: string;
}

/**
 * Value date, entry date, mark, third letter of the currency, amount, type and references (SWIFT, MT940 field 61).
 * In the mark, CR is a credit in a currency ending in R such as EUR, and RC reverses a credit. Banks omit the type,
 * leave the entry date blank, write whole amounts without a comma and exceed the length of references.
 */
const LINE =
  /^\s*(\d{6})(\d{4})?\s*(RC|RD|EC|ED|C|D)(?:[A-Z]{3}|[A-Z])?\s*(\d[\d.]*,\d*|\d+\.[\d.]*|,\d+|\d+(?=\s*(?:[NSF][A-Z\d][A-Z\d ]{2}|\/\/)))\s*/;
const TYPE = /^(?:[NSF][A-Z\d][A-Z\d ]{2}|[NSF]\s{3})/;
const DAYS_OF_HALF_A_YEAR = 183;
const DAY = 86_400_000;

/**
 * Reads the line; its amount is `12,` or `12,50`.
 * @returns null if it is no such line
 */
export function readStatementLine(text: string): StatementLine | null {
  const found = LINE.exec(text);
  if (found === null) return null;
  const [whole, valueDate = '', entryDate = '', mark = '', amount = ''] = found;
  const valueOn = shortDay(valueDate);
  const rest = text.slice(whole.length);
  const type = TYPE.exec(rest)?.[0] ?? '';
  const references = rest.slice(type.length);
  const slashes = references.indexOf('//');
  return {
    // A reversed credit leaves the account, a reversed debit returns to it.
    direction: mark === 'C' || mark === 'RD' || mark === 'EC' ? 'credit' : 'debit',
    isReversal: mark.startsWith('R'),
    isExpected: mark.startsWith('E'),
    amount,
    valueOn,
    bookedOn: valueOn === null ? null : dayNear(valueOn.day, entryDate),
    typeCode: type.trim(),
    customerReference: referenceText(slashes < 0 ? references : references.slice(0, slashes)),
    bankReference: slashes < 0 ? '' : referenceText(references.slice(slashes + 2)),
  };
}

/** Reads a balance or similar field such as `C160229EUR1200,00`; the currency is optional. */
export function readBalance(text: string): { readonly isDebit: boolean; currency: string; amount: string } | null {
  const [, mark, currency = '', amount = ''] = /^\s*([CD])\d{6}([A-Z]{3})?\s*(\d[\d.,]*|,\d+)\s*$/.exec(text) ?? [];
  return mark === undefined ? null : { isDebit: mark === 'D', currency, amount };
}

function shortDay(yymmdd: string): ReadDay | null {
  return readDay(fullYear(Number(yymmdd.slice(0, 2))), Number(yymmdd.slice(2, 4)), Number(yymmdd.slice(4, 6)));
}

/** Adds the year to an entry date: that of the value date, adjusted around New Year. */
function dayNear(day: string, mmdd: string): ReadDay | null {
  if (mmdd === '') return null;
  const year = Number(day.slice(0, 4));
  const [month, date] = [Number(mmdd.slice(0, 2)), Number(mmdd.slice(2, 4))];
  const sameYear = readDay(year, month, date);
  // Less than six months apart: same year.
  if (sameYear === null || Math.abs(month - Number(day.slice(5, 7))) < 6) return sameYear;
  const distance = (Date.parse(sameYear.day) - Date.parse(day)) / DAY;
  if (distance > DAYS_OF_HALF_A_YEAR) return readDay(year - 1, month, date) ?? sameYear;
  return distance < -DAYS_OF_HALF_A_YEAR ? (readDay(year + 1, month, date) ?? sameYear) : sameYear;
}

/** Drops `NONREF` and similar, which mean no reference, and EREF, KREF and PREF, which refer to field 86. */
function referenceText(reference: string): string {
  const text = reference.trim();
  return /^(?:NON ?REF|[EKP]REF\+?|0+|\.+)$/i.test(text) ? '' : text;
}
