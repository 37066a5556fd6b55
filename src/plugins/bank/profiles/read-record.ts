import { amountFault, isCurrencyCode, readAmount } from '../formats/amounts.js';
import { counterpartyOf, singleSpaced } from '../formats/counterparty.js';
import type { ReadDay } from '../formats/day.js';
import { newEntry } from '../formats/new-entry.js';
import { part } from '../formats/part.js';
import { findCreditorReference, readCreditorReference } from '../formats/references/creditor-reference.js';
import { readEndToEndId } from '../formats/references/end-to-end-id.js';
import { findSymbols, readSymbol } from '../formats/references/symbols.js';
import type { StatementEntry, StatementPart } from '../formats/statement.js';
import { datePattern } from './date-pattern.js';
import type { EntryProfile, FieldSource, FieldWords, ProfileField } from './profile.js';
import { readSignedAmount, withoutCurrency } from './signed-amount.js';

/** A line of a CSV file or a JSON object. */
export interface SourceRecord {
  /** Location in the file, for people. */
  readonly position: string;
  /** Returns the text of a column or path; empty if there is none. */
  at(place: string | number): string;
}

export type ReadRecord = (record: SourceRecord, currency: string) => readonly StatementPart[];

/** Type of a movement that is only a fee. */
const CHARGES = 'charges';
/** Records without any of these are not entries, for example totals and remarks at the end of a file. */
const MOVEMENT = ['bookedOn', 'valueOn', 'amount', 'credit', 'debit'] as const;

/**
 * Compiles a profile for many records.
 * @returns a reader that returns an empty list for a record that is not an entry, else an entry or an error
 */
export function recordReader(profile: EntryProfile): ReadRecord {
  const days = profile.dates.map(datePattern).filter((pattern) => pattern !== null);
  const dayOf = (text: string): ReadDay | null => {
    for (const read of days) {
      const day = read(text);
      if (day !== null) return day;
    }
    return null;
  };

  return (record, accountCurrency) => {
    const text = (field: ProfileField): string => textOf(record, profile.fields[field]);
    const { position } = record;
    if (MOVEMENT.every((field) => text(field) === '')) return [];
    const says = ({ field, words: values }: FieldWords): boolean => {
      const value = textOf(record, field);
      return isOneOf(value, values) || (value !== '' && values.includes('*'));
    };
    if (profile.passedOver?.some(says)) return [];

    const written = text('currency').toUpperCase();
    const currency = isCurrencyCode(written) ? written : accountCurrency;
    if (currency === '')
      return [part.error('currency_missing', 'The entry has no currency. Specify the currency.', position)];
    const amount = readSignedAmount(profile, text, currency);
    if ('code' in amount) return [part.error(amount.code, amount.message, position)];

    const writtenDay = text('bookedOn') || text('valueOn');
    const bookedOn = dayOf(writtenDay);
    if (bookedOn === null) {
      const message =
        writtenDay === ''
          ? 'The entry has no date.'
          : `"${writtenDay.slice(0, 64)}" is not a date in the profile's format.`;
      return [
        part.error(writtenDay === '' ? 'date_missing' : 'date_invalid', `${message} The entry was skipped.`, position),
      ];
    }
    const entry = newEntry({
      position,
      direction: amount.minor < 0 || Object.is(amount.minor, -0) ? 'debit' : 'credit',
      amount: Math.abs(amount.minor),
      currency,
      charges: amount.charges,
      bookedOn: bookedOn.day,
      valueOn: (dayOf(text('valueOn')) ?? bookedOn).day,
      bookingStatus: isOneOf(text('status'), profile.pending ?? []) ? 'pending' : 'booked',
      typeCode: text('typeCode'),
      isReversal: profile.reversals?.some(says) ?? false,
      ...original(profile, text, currency),
      ...references(profile, record, text, amount.minor < 0 || Object.is(amount.minor, -0) ? 'payee' : 'payer'),
    });
    const entries = [part.entry(entry), ...feeOf(profile, text, entry)];
    if (!bookedOn.isCorrected) return entries;
    const message = `"${writtenDay}" has a day that its month does not have. The last day of the month was used.`;
    return [part.warning('date_corrected', message, position), ...entries];
  };
}

/** Returns the fee of a payment as a movement of its own, so that the payment keeps the amount that the payer sent. */
function feeOf(
  profile: EntryProfile,
  text: (field: ProfileField) => string,
  { position, currency, bookedOn, valueOn, bookingStatus, bankReference, isReferenceUnique }: StatementEntry,
): readonly StatementPart[] {
  const written = withoutCurrency(text('bookedFee'));
  if (written === '') return [];
  const fee = readAmount(written, currency, profile.decimal);
  if (fee === 0) return [];
  if (fee === null) return [part.error('amount_invalid', amountFault(written, currency).message, position)];
  return [
    part.entry(
      newEntry({
        position: `${position}, ${CHARGES}`,
        direction: fee < 0 ? 'debit' : 'credit',
        amount: Math.abs(fee),
        currency,
        bookedOn,
        valueOn,
        bookingStatus,
        bankReference: bankReference === '' ? '' : `${bankReference}/${CHARGES}`,
        isReferenceUnique,
        typeCode: CHARGES,
      }),
    ),
  ];
}

/** Returns the first non-empty text of a field's locations. */
export function textOf(record: SourceRecord, source: FieldSource | undefined): string {
  for (const place of placesOf(source)) {
    const text = singleSpaced(record.at(place));
    if (text !== '') return text;
  }
  return '';
}

function placesOf(source: FieldSource | undefined): readonly (string | number)[] {
  if (source === undefined) return [];
  return typeof source === 'object' ? source : [source];
}

function isOneOf(text: string, values: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return values.some((word) => word.toLowerCase() === lower);
}

function references(
  { fields, isReferenceUnique = false }: EntryProfile,
  record: SourceRecord,
  text: (field: ProfileField) => string,
  other: 'payee' | 'payer',
): Partial<StatementEntry> {
  const texts = placesOf(fields.remittance).map((place) => singleSpaced(record.at(place)));
  // Banks repeat a text in several columns.
  const remittance = [...new Set(texts)].filter((one) => one !== '').join(' ');
  const endToEndId = readEndToEndId(text('endToEndId'));
  const found = findSymbols(endToEndId, remittance);
  const bankReference = text('reference');
  return {
    counterparty: counterpartyOf({
      name: text(`${other}Name`) || text('name'),
      account: text(`${other}Account`) || text('account'),
      bank: text('bank'),
      bic: text('bic'),
    }),
    variableSymbol: readSymbol(text('variableSymbol')) || found.variableSymbol,
    constantSymbol: readSymbol(text('constantSymbol')) || found.constantSymbol,
    specificSymbol: readSymbol(text('specificSymbol')) || found.specificSymbol,
    endToEndId,
    creditorReference:
      readCreditorReference(text('creditorReference')) || findCreditorReference(text('creditorReference'), remittance),
    bankReference,
    isReferenceUnique: isReferenceUnique && bankReference !== '',
    remittance,
  };
}

function original(
  { decimal }: EntryProfile,
  text: (field: ProfileField) => string,
  currency: string,
): Partial<Pick<StatementEntry, 'original'>> {
  // Amount and currency may share a field: `15.90 EUR`.
  const from = /\b[A-Z]{3}\b/.exec(text('originalCurrency').toUpperCase())?.[0] ?? '';
  const written = withoutCurrency(text('originalAmount'));
  const amount = from === '' || from === currency ? null : readAmount(written, from, decimal);
  if (amount === null) return {};
  return { original: { amount: Math.abs(amount), currency: from, rate: text('rate').replace(',', '.') } };
}
