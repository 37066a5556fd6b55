import { isCurrencyCode, readAmount } from '../amounts.js';
import { counterpartyOf, singleSpaced } from '../counterparty.js';
import { type ReadDay, readDay } from '../day.js';
import { newEntry } from '../new-entry.js';
import { part } from '../part.js';
import { findCreditorReference } from '../references/creditor-reference.js';
import { findSymbols } from '../references/symbols.js';
import type { StatementPart } from '../statement.js';
import { corrected, correctionOf } from './correction.js';
import type { OfxElement } from './elements.js';
import { originalOf } from './original.js';

/** An element STMTTRN, or STMTTRNP for one that is not booked, with the elements in it. */
export interface OfxTransaction extends OfxElement {
  readonly inner: ReadonlyMap<string, OfxElement>;
}

/**
 * Makes an entry of it (OFX 2.2, 11.4.4).
 * @param currency of the account; empty where the file does not say it, when entries may
 * @returns the entry, with a warning in front of it where its day was corrected or it corrects another; or an error
 */
export function readTransaction(transaction: OfxTransaction, currency: string): readonly StatementPart[] {
  const position = `line ${transaction.line}`;
  const text = (tag: string, within?: string): string =>
    singleSpaced((within === undefined ? transaction : transaction.inner.get(within))?.texts.get(tag) ?? '');
  const own = currencyOfTransaction(transaction, currency);
  if (own === '')
    return [part.error('currency_missing', 'The statement does not say its currency. Name it.', position)];

  const written = text('TRNAMT');
  const amount = readOfxAmount(written, own);
  if (amount === null) {
    const message =
      written === ''
        ? 'The entry has no amount. It was left out.'
        : `"${written.slice(0, 64)}" is no amount in ${own}. The entry was left out.`;
    return [part.error(written === '' ? 'amount_missing' : 'amount_invalid', message, position)];
  }
  const writtenDay = text('DTPOSTED') || text('DTTRAN') || text('DTUSER');
  const booked = readOfxDay(writtenDay);
  if (booked === null) {
    const message =
      writtenDay === ''
        ? 'The entry has no day. It was left out.'
        : `"${writtenDay.slice(0, 64)}" is no day. The entry was left out.`;
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
    // Banks that have no ids write zeros.
    isReferenceUnique: /[^0]/.test(id),
    remittance,
    typeCode: text('TRNTYPE').toUpperCase(),
  });
  const correction = correctionOf(text);
  const parts = correction === null ? [part.entry(entry)] : corrected(entry, correction);
  if (!booked.isCorrected) return parts;
  const message = `"${writtenDay}" is a day that its month does not have. The last day of the month was taken.`;
  return [part.warning('date_corrected', message, position), ...parts];
}

/** CURRENCY says that the amount is in it; ORIGCURRENCY, that it was changed into that of the account. */
function currencyOfTransaction({ inner }: OfxTransaction, currency: string): string {
  const written = (inner.get('CURRENCY')?.texts.get('CURSYM') ?? '').trim().toUpperCase();
  return isCurrencyCode(written) ? written : currency;
}

/** Decimals after a point or, as banks in Europe write them, after a comma; the other one then groups thousands. */
function readOfxAmount(text: string, currency: string): number | null {
  const isComma = text.lastIndexOf(',') > text.lastIndexOf('.');
  return readAmount(text, currency, isComma ? ',' : '.');
}

/** `20240131120000.000[-5:EST]`: the day is the one that the bank says, in the time zone of the bank. */
function readOfxDay(text: string): ReadDay | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  return day === undefined ? null : readDay(Number(year), Number(month), Number(day));
}
