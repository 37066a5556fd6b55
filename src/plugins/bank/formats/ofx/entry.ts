import { minorDigits } from '../../../../money.js';
import { amountFault, isCurrencyCode, readFreeAmount } from '../amounts.js';
import { counterpartyOf, singleSpaced } from '../counterparty.js';
import { type ReadDay, readDay } from '../day.js';
import { newEntry } from '../new-entry.js';
import { part } from '../part.js';
import { findCreditorReference } from '../references/creditor-reference.js';
import { findSymbols } from '../references/symbols.js';
import type { StatementEntry, StatementPart } from '../statement.js';
import type { OfxElement } from './elements.js';

const RATE = /^(\d{1,12})(?:[.,](\d{1,12}))?$/;

/** Element STMTTRN, or STMTTRNP for a pending entry, with its child elements. */
export interface OfxTransaction extends OfxElement {
  readonly inner: ReadonlyMap<string, OfxElement>;
}

/** Correction of an earlier entry (OFX 2.2, 11.4.4.1). */
interface OfxCorrection {
  /** FITID of the wrong entry. */
  readonly id: string;
  /** Whether the entry is deleted (DELETE) or replaced (REPLACE, the default if banks omit the action). */
  readonly isDeleted: boolean;
}

/**
 * Builds an entry from a transaction (OFX 2.2, 11.4.4).
 * @param currency of the account; empty if the file has none, in which case the entries may name it
 * @returns the entry, preceded by a warning if its day was corrected or it corrects another; or an error
 */
export function readTransaction(transaction: OfxTransaction, currency: string): readonly StatementPart[] {
  const position = `line ${transaction.line}`;
  const text = (tag: string, within?: string): string =>
    singleSpaced((within === undefined ? transaction : transaction.inner.get(within))?.texts.get(tag) ?? '');
  const own = currencyOfTransaction(transaction, currency);
  if (own === '')
    return [part.error('currency_missing', 'The statement has no currency. Specify the currency.', position)];

  const written = text('TRNAMT');
  const amount = readFreeAmount(written, own);
  if (amount === null) {
    if (written === '') return [part.error('amount_missing', 'The entry has no amount and was skipped.', position)];
    const { code, message } = amountFault(written, own);
    return [part.error(code, message, position)];
  }
  const writtenDay = text('DTPOSTED') || text('DTTRAN') || text('DTUSER');
  const booked = readOfxDay(writtenDay);
  if (booked === null) {
    const message =
      writtenDay === ''
        ? 'The entry has no date and was skipped.'
        : `"${writtenDay.slice(0, 64)}" is not a date. The entry was skipped.`;
    return [part.error(writtenDay === '' ? 'date_missing' : 'date_invalid', message, position)];
  }

  const name = text('NAME') || text('NAME', 'PAYEE');
  const side = ['BANKACCTTO', 'CCACCTTO', 'BANKACCTFROM'].find((tag) => transaction.inner.has(tag));
  const id = text('FITID');
  const remittance = text('MEMO') || name;
  const entry = newEntry({
    position,
    direction: amount < 0 || (amount === 0 && text('TRNTYPE') === 'DEBIT') ? 'debit' : 'credit',
    amount: Math.abs(amount),
    currency: own,
    original: originalOf(transaction.inner.get('ORIGCURRENCY'), Math.abs(amount), own),
    bookedOn: booked.day,
    valueOn: (readOfxDay(text('DTAVAIL') || text('VALUEDATE')) ?? booked).day,
    bookingStatus: transaction.tag === 'STMTTRNP' ? 'pending' : 'booked',
    counterparty: counterpartyOf({ name, account: text('ACCTID', side), bank: text('BANKID', side) }),
    ...findSymbols(remittance, name),
    creditorReference: findCreditorReference(remittance, name, text('REFNUM')),
    bankReference: id || text('REFNUM'),
    // Banks without IDs write zeros.
    isReferenceUnique: /[^0]/.test(id),
    remittance,
    typeCode: text('TRNTYPE').toUpperCase(),
  });
  const correction = correctionOf(text);
  const parts = correction === null ? [part.entry(entry)] : corrected(entry, correction);
  if (!booked.isCorrected) return parts;
  const message = `"${writtenDay}" has a day that its month does not have. The last day of the month was used.`;
  return [part.warning('date_corrected', message, position), ...parts];
}

/** CURRENCY is the currency of the amount. ORIGCURRENCY means that it was converted into the account's currency. */
function currencyOfTransaction({ inner }: OfxTransaction, currency: string): string {
  const written = (inner.get('CURRENCY')?.texts.get('CURSYM') ?? '').trim().toUpperCase();
  return isCurrencyCode(written) ? written : currency;
}

/** Reads `20240131120000.000[-5:EST]`: the day is that of the bank's own time zone. */
function readOfxDay(text: string): ReadDay | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  return day === undefined ? null : readDay(Number(year), Number(month), Number(day));
}

/**
 * Returns the amount before conversion (OFX 2.2, 5.2).
 * ORIGCURRENCY holds the currency and the rate, in units of the account's currency per unit. The amount is not in the
 * file; it is computed and rounded half up.
 * @param amount minor units of `currency`, not negative
 * @returns null if nothing was converted or the rate is invalid
 */
function originalOf(origin: OfxElement | undefined, amount: number, currency: string): StatementEntry['original'] {
  const from = (origin?.texts.get('CURSYM') ?? '').trim().toUpperCase();
  const [written, whole = '', fraction = ''] = RATE.exec((origin?.texts.get('CURRATE') ?? '').trim()) ?? [];
  if (written === undefined || !isCurrencyCode(from) || from === currency) return null;
  const rate = BigInt(whole + fraction);
  if (rate === 0n) return null;
  const divisor = rate * 10n ** BigInt(minorDigits(currency));
  const dividend = BigInt(amount) * 10n ** BigInt(minorDigits(from) + fraction.length);
  const original = (2n * dividend + divisor) / (2n * divisor);
  if (original > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { amount: Number(original), currency: from, rate: written.replace(',', '.') };
}

/** Returns null for an entry that corrects nothing. */
function correctionOf(text: (tag: string) => string): OfxCorrection | null {
  const id = text('CORRECTFITID');
  return id === '' ? null : { id, isDeleted: text('CORRECTACTION').toUpperCase() === 'DELETE' };
}

/**
 * Returns the parts of a correction. Stored entries are never deleted.
 * A deletion becomes a reversal: an opposite entry with the reference of the first, so that matching finds what it
 * paid. A replacement is added with a warning, because the file does not include the original entry.
 */
function corrected(entry: StatementEntry, { id, isDeleted }: OfxCorrection): readonly StatementPart[] {
  const { position } = entry;
  const which = `"${id.slice(0, 64)}"`;
  if (!isDeleted) {
    const message = `The entry replaces ${which}, which stays if it was already imported. Check whether both are present, and ignore the wrong one.`;
    return [part.warning('entry_replaced', message, position), part.entry(entry)];
  }
  const message = `The bank deleted the entry ${which}. This entry reverses it.`;
  const reversal = { bankReference: id, isReferenceUnique: false, isReversal: true } as const;
  const direction = entry.direction === 'credit' ? 'debit' : 'credit';
  return [part.warning('entry_deleted', message, position), part.entry({ ...entry, ...reversal, direction })];
}
