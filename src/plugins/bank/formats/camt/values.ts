import { readAmount } from '../amounts.js';
import { readDay } from '../day.js';
import type { StatementEntry } from '../statement.js';
import { childrenOf, elementAt, textAt, type XmlElement } from './camt-elements.js';

/** Amount in minor units of a currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** XML decimal, without thousands separators. */
const DECIMAL = /^[+]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * Reads an amount and its attribute `Ccy`.
 * @param currency default if the attribute is missing
 * @returns null if it is no valid amount
 */
export function readMoney(element: XmlElement | null, currency = ''): Money | null {
  if (element === null || !DECIMAL.test(element.text)) return null;
  const own = element.currency.trim().toUpperCase() || currency;
  const amount = readAmount(element.text, own);
  return amount === null ? null : { amount, currency: own };
}

/** Ordered by how well they describe the amount moved on the account. */
const DETAILED_AMOUNTS = ['TxAmt', 'CntrValAmt', 'InstdAmt'];
const RATES = ['CntrValAmt', 'TxAmt', 'InstdAmt'];

/** Amounts of an entry or transaction in any currency, and the exchange rate between them. */
export interface CamtAmounts {
  readonly amounts: readonly Money[];
  /** As written; empty for none. */
  readonly rate: string;
}

/**
 * Reads the amounts of a transaction or entry.
 * @param element a transaction; an entry has the same amounts in `AmtDtls`
 * @param own value of its `Amt`
 */
export function readAmounts(element: XmlElement, own: Money | null): CamtAmounts {
  const amounts = own === null ? [] : [own];
  const details = elementAt(element, 'AmtDtls');
  if (details === null) return { amounts, rate: '' };
  for (const name of DETAILED_AMOUNTS) {
    const money = readMoney(elementAt(details, name, 'Amt'));
    if (money !== null) amounts.push(money);
  }
  const rates = RATES.map((name) => textAt(details, name, 'CcyXchg', 'XchgRate'));
  return { amounts, rate: rates.find((rate) => rate !== '') ?? '' };
}

/**
 * Returns the amount before conversion into the account's currency. The last amount is the one the payer instructed.
 */
export function originalOf({ amounts, rate }: CamtAmounts, currency: string): StatementEntry['original'] {
  for (let index = amounts.length - 1; index >= 0; index -= 1) {
    const money = amounts[index];
    if (money !== undefined && money.currency !== currency) return { ...money, rate };
  }
  return null;
}

const NONE: readonly Money[] = [];

/**
 * Reads the charges of the bank (`Chrgs`): the total if there is one, else its records, refunds subtracted.
 * In version 2 each charge is a `Chrgs` of its own; later versions list them as `Rcrd` in a single one.
 * @returns one amount per charge, in any currency
 */
export function readCharges(element: XmlElement): readonly Money[] {
  if (elementAt(element, 'Chrgs') === null) return NONE;
  return childrenOf(element, 'Chrgs').flatMap((charges) => {
    const total = readMoney(elementAt(charges, 'TtlChrgsAndTaxAmt'));
    if (total !== null) return [total];
    return [charges, ...childrenOf(charges, 'Rcrd')].flatMap((record) => {
      const money = readMoney(elementAt(record, 'Amt'));
      if (money === null) return [];
      return [textAt(record, 'CdtDbtInd') === 'CRDT' ? { ...money, amount: -money.amount } : money];
    });
  });
}

/** Sums the charges in one currency, in minor units; never negative. */
export function chargesIn(charges: readonly Money[], currency: string): number {
  const sum = charges.reduce((total, money) => total + (money.currency === currency ? money.amount : 0), 0);
  return Number.isSafeInteger(sum) && sum > 0 ? sum : 0;
}

/**
 * Reads `CdtDbtInd`.
 * @returns null if it is missing or invalid
 */
export function readDirection(element: XmlElement): StatementEntry['direction'] | null {
  const code = textAt(element, 'CdtDbtInd').toUpperCase();
  if (code === 'CRDT') return 'credit';
  return code === 'DBIT' ? 'debit' : null;
}

/** Reads `Sts`, from version 8 on `Sts/Cd`. Any code but BOOK (PDNG, INFO, FUTR) is pending; camt.054 may omit it. */
export function readStatus(entry: XmlElement): StatementEntry['bookingStatus'] {
  const code = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts', 'Prtry') || textAt(entry, 'Sts');
  return code === '' || code.toUpperCase() === 'BOOK' ? 'booked' : 'pending';
}

/** Reads `BkTxCd`: domain, family and sub-family such as `PMNT/RCDT/ESCT`, or the bank's own code. */
export function readTypeCode(element: XmlElement): string {
  const code = elementAt(element, 'BkTxCd');
  if (code === null) return '';
  const domain = elementAt(code, 'Domn');
  const family = elementAt(domain, 'Fmly');
  const levels = [textAt(domain, 'Cd'), textAt(family, 'Cd'), textAt(family, 'SubFmlyCd')];
  return levels.filter((level) => level !== '').join('/') || textAt(code, 'Prtry', 'Cd');
}

export function isReversal(entry: XmlElement): boolean {
  return ['true', '1'].includes(textAt(entry, 'RvslInd'));
}

const WRITTEN = /^\d{4}-\d{2}-\d{2}(?:$|[TZ+-])/;

/** Cache of the last day: most entries have the same day as the one before. */
let before = { text: '', day: '' };

/**
 * Reads a choice of `Dt` and `DtTm`.
 * The time zone of a time is ignored, because booking days are those of the bank.
 * @returns empty for none
 */
export function dayAt(from: XmlElement | null, ...path: readonly string[]): string {
  return dayOf(textAt(from, ...path, 'Dt')) || dayOf(textAt(from, ...path, 'DtTm'));
}

/**
 * Reads the day of a date or a time.
 * @param text such as `2026-11-24` or `2026-11-24T08:00:00+01:00`
 * @returns empty if it is not a valid day
 */
export function dayOf(text: string): string {
  if (text !== before.text) before = { text, day: WRITTEN.test(text) ? readWritten(text) : '' };
  return before.day;
}

function readWritten(text: string): string {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number);
  return readDay(year ?? 0, month ?? 0, day ?? 0)?.day ?? '';
}
