import { amountFault, isAmbiguousAmount, isCurrencyCode, readAmount } from '../amounts.js';
import { counterpartyOf, singleSpaced } from '../counterparty.js';
import { part } from '../part.js';
import { findCreditorReference } from '../references/creditor-reference.js';
import { readEndToEndId } from '../references/end-to-end-id.js';
import { findSymbols } from '../references/symbols.js';
import type { StatementEntry, StatementPart } from '../statement.js';
import type { Mt940Field } from './fields.js';
import { type Information, readInformation } from './information.js';
import { readStatementLine, type StatementLine } from './statement-line.js';

/** SWIFT type of a returned item. */
const RETURNED_ITEM = /^[NSF]RTI$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/;

export interface EntryContext {
  /** Currency of the account. */
  readonly currency: string;
  /** Whether the statement lists entries that are not booked yet (MT942). */
  readonly isInterim: boolean;
}

/**
 * Builds an entry from a field 61 and the fields 86 and NS after it.
 * @returns the entry, preceded by a warning if its day was corrected; or an error
 */
export function readEntry(
  field: Mt940Field,
  information: readonly Mt940Field[],
  { currency, isInterim }: EntryContext,
): readonly StatementPart[] {
  const position = `line ${field.line}`;
  const [line, supplement] = firstLineOf(field.lines);
  const excerpt = (): string => singleSpaced(field.lines.join(' ')).slice(0, 100);
  if (line === null) {
    return [part.error('entry_invalid', `"${excerpt()}" is not an MT940 entry and was skipped.`, position)];
  }
  const amount = isAmbiguousAmount(line.amount, currency, '.') ? null : readMt940Amount(line.amount, currency);
  if (amount === null) {
    const { code, message } = amountFault(line.amount, currency, '.');
    return [part.error(code, message, position)];
  }
  if (line.valueOn === null) {
    return [part.error('date_invalid', `"${excerpt()}" does not begin with a date. The entry was skipped.`, position)];
  }
  const bookedOn = line.bookedOn ?? line.valueOn;
  const details = saidOf(line, supplement, information);
  const { original, charges, before } = exchanged(supplement, currency);
  const named = { charges: details.charges, originalAmount: before || details.originalAmount };
  // Properties are listed one by one: spreading dominates the time of an entry, and there are 100,000 of them.
  const entry: StatementEntry = {
    position,
    direction: line.direction,
    amount,
    currency,
    original,
    bookedOn: bookedOn.day,
    valueOn: line.valueOn.day,
    bookingStatus: isInterim || line.isExpected ? 'pending' : 'booked',
    counterparty: details.counterparty,
    variableSymbol: details.variableSymbol,
    constantSymbol: details.constantSymbol,
    specificSymbol: details.specificSymbol,
    endToEndId: details.endToEndId,
    creditorReference: details.creditorReference,
    bankReference: details.bankReference,
    isReferenceUnique: details.isReferenceUnique,
    remittance: details.remittance,
    typeCode: details.typeCode,
    isReversal: line.isReversal || details.isReturn || RETURNED_ITEM.test(line.typeCode),
    charges: charges || chargesOf(named, line.direction, amount, currency),
  };
  if (!bookedOn.isCorrected && !line.valueOn.isCorrected) return [part.entry(entry)];
  const message = `"${excerpt()}" has a day that its month does not have. The last day of the month was used.`;
  return [part.warning('date_corrected', message, position), part.entry(entry)];
}

/** Reads an MT940 amount: a comma before optional decimals. Some banks write a point. */
export function readMt940Amount(text: string, currency: string): number | null {
  return readAmount(text, currency, text.includes(',') ? ',' : '.');
}

/** Banks wrap full lines, some of them within the fixed part. */
function firstLineOf(lines: readonly string[]): readonly [StatementLine | null, string] {
  const [first = '', second = '', ...rest] = lines;
  const line = readStatementLine(first);
  if (line !== null) return [line, [second, ...rest].join('\n')];
  return [readStatementLine(first + second), rest.join('\n')];
}

function saidOf(line: StatementLine, supplement: string, fields: readonly Mt940Field[]) {
  const information = readInformation(fields);
  const endToEndId = readEndToEndId(singleSpaced(information.endToEndId));
  const remittance = singleSpaced(information.remittance) || singleSpaced(supplement);
  // Some Dutch banks put the counterparty's account in place of a reference or in the second line.
  const iban = [line.customerReference, supplement.trim()].find((text) => IBAN.test(text)) ?? '';
  const reference = IBAN.test(line.customerReference) ? '' : line.customerReference;
  const { name, account, bank } = information;
  const symbols = findSymbols(endToEndId, reference, remittance);
  return {
    counterparty: counterpartyOf({ name, account: account || iban, bank }),
    variableSymbol: symbols.variableSymbol,
    constantSymbol: symbols.constantSymbol,
    specificSymbol: symbols.specificSymbol,
    endToEndId,
    creditorReference: findCreditorReference(remittance, endToEndId, reference),
    bankReference: line.bankReference || reference,
    isReferenceUnique: line.bankReference !== '',
    remittance: remittance === iban ? '' : remittance,
    typeCode: line.typeCode || information.typeCode,
    isReturn: information.isReturn,
    originalAmount: information.originalAmount,
    charges: information.charges,
  };
}

/**
 * Returns the charges in the amount of a debit: those that the bank names, or the difference to the original amount of
 * a returned payment.
 */
function chargesOf(
  { originalAmount, charges }: Pick<Information, 'charges' | 'originalAmount'>,
  direction: 'credit' | 'debit',
  amount: number,
  currency: string,
): number {
  if (direction !== 'debit') return 0;
  const of = (written: string): number => {
    const [, own = currency, number = ''] = /^([A-Z]{3})? ?([\d.,]+)$/.exec(written.trim()) ?? [];
    return (own === currency ? readMt940Amount(number, currency) : null) ?? 0;
  };
  const named = of(charges);
  if (named > 0 && named < amount) return named;
  const original = of(originalAmount);
  return original > 0 && original < amount ? amount - original : 0;
}

/** Values of the second line of a field 61. */
interface Exchanged extends Pick<StatementEntry, 'charges' | 'original'> {
  /** Amount of a return before charges, as written; empty for none. */
  readonly before: string;
}

/** Reads exchange and charges from the second line: `/OCMT/USD100,/EXCH/1,08/`, `/CHGS/EUR0,5/`. */
function exchanged(supplement: string, currency: string): Exchanged {
  if (supplement === '') return { original: null, charges: 0, before: '' };
  const [, from = '', paid = ''] = /\/OCMT\/([A-Z]{3})([\d.,]+)/.exec(supplement) ?? [];
  const [, of = '', charge = ''] = /\/CHGS\/([A-Z]{3})([\d.,]+)/.exec(supplement) ?? [];
  const rate = /\/EXCH\/([\d.,]+)/.exec(supplement)?.[1]?.replace(',', '.') ?? '';
  const amount = isCurrencyCode(from) && from !== currency ? readMt940Amount(paid, from) : null;
  const before = from === currency ? paid : '';
  const charges = of === currency ? readMt940Amount(charge, currency) : null;
  return {
    original: amount === null ? null : { amount, currency: from, rate },
    charges: charges ?? 0,
    before,
  };
}
