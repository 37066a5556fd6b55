import { NO_COUNTERPARTY, newEntry } from '../new-entry.js';
import { readEndToEndId } from '../references/end-to-end-id.js';
import type { StatementEntry } from '../statement.js';
import { elementAt, textAt, type XmlElement } from './camt-elements.js';
import { type CamtTransaction, counterpartyOf } from './transaction.js';
import {
  type CamtAmounts,
  chargesIn,
  dayAt,
  isReversal,
  type Money,
  originalOf,
  readAmounts,
  readCharges,
  readDirection,
  readMoney,
  readStatus,
  readTypeCode,
} from './values.js';

/**
 * Meaning of `CdtDbtInd` in a reversal. In ISO 20022 it is the direction of the reversal itself.
 * With `invert` the bank repeats the direction of the original entry instead.
 */
type ReversalSign = 'invert' | 'iso';

/** Values of an entry (`Ntry`) that apply to all of its transactions. */
export interface EntryFacts extends CamtAmounts {
  /** For example `entry 3`. */
  readonly position: string;
  readonly direction: StatementEntry['direction'];
  readonly amount: number;
  readonly currency: string;
  readonly bookedOn: string;
  readonly valueOn: string;
  /** Whether the entry has no day and was given that of the statement. */
  readonly isDayMissing: boolean;
  readonly bookingStatus: StatementEntry['bookingStatus'];
  readonly isReversal: boolean;
  readonly reference: string;
  readonly typeCode: string;
  readonly charges: readonly Money[];
  readonly note: string;
}

/** Reason an entry cannot be read. */
interface EntryFlaw {
  readonly code: string;
  readonly message: string;
}

interface EntryContext {
  readonly position: string;
  /** Currency of the account, for entries without one. */
  readonly currency: string;
  /** Creation day of the statement; empty if missing. */
  readonly statementDay: string;
  readonly reversalSign: ReversalSign;
}

/** Maximum characters of the file quoted in a message. */
const MAX_QUOTED = 40;
/** Type of the movement that makes up for a difference between an entry and its transactions. */
const CHARGES = 'charges';

export function readFacts(entry: XmlElement, context: EntryContext): EntryFacts | EntryFlaw {
  const money = readMoney(elementAt(entry, 'Amt'), context.currency);
  if (money === null) {
    const written = textAt(entry, 'Amt').slice(0, MAX_QUOTED);
    const message = `"${written}" is not an amount with a currency, so this entry was skipped. Contact the bank.`;
    return { code: 'amount_invalid', message };
  }
  const written = readDirection(entry);
  if (written === null) {
    const message = 'The entry is neither a credit nor a debit and was skipped. Contact the bank.';
    return { code: 'direction_missing', message };
  }
  const day = dayAt(entry, 'BookgDt') || dayAt(entry, 'ValDt');
  const bookedOn = day || context.statementDay;
  if (bookedOn === '') {
    const message = 'Neither this entry nor its statement has a date, so it was skipped. Contact the bank.';
    return { code: 'date_missing', message };
  }
  const isTakenBack = isReversal(entry);
  const { amounts, rate } = readAmounts(entry, money);
  return {
    amounts,
    rate,
    position: context.position,
    direction: isTakenBack && context.reversalSign === 'invert' ? opposite(written) : written,
    amount: money.amount,
    currency: money.currency,
    bookedOn,
    valueOn: dayAt(entry, 'ValDt') || bookedOn,
    isDayMissing: day === '',
    bookingStatus: readStatus(entry),
    isReversal: isTakenBack,
    reference: textAt(entry, 'AcctSvcrRef'),
    typeCode: readTypeCode(entry),
    charges: readCharges(entry),
    note: textAt(entry, 'AddtlNtryInf'),
  };
}

function opposite(direction: StatementEntry['direction']): StatementEntry['direction'] {
  return direction === 'credit' ? 'debit' : 'credit';
}

interface SplitContext {
  /** IBAN or number of the account. */
  readonly own: string;
  readonly reversalSign: ReversalSign;
}

/**
 * Splits an entry into movements: the entry itself, or each of its transactions if there are several.
 * A difference between the transactions and the entry becomes one more movement of type `charges`, so that the sum
 * always equals the change of the account.
 * @returns null if a transaction has no amount in the entry's currency, so the split is unknown
 */
export function splitEntry(
  facts: EntryFacts,
  transactions: readonly CamtTransaction[],
  context: SplitContext,
): readonly StatementEntry[] | null {
  const [first] = transactions;
  if (first === undefined) return [wholeEntry(facts)];
  if (transactions.length === 1) return [entryOf(facts, first, context)];

  const references = referencesOf(facts, transactions);
  const entries: StatementEntry[] = [];
  let missing = signed(facts);
  for (const [index, transaction] of transactions.entries()) {
    const money = transaction.amounts.find(({ currency }) => currency === facts.currency);
    if (money === undefined) return null;
    const details = {
      ...money,
      direction: directionOf(facts, transaction, context),
      position: `${facts.position}, part ${index + 1}`,
    };
    const entry = entryOf(
      { ...facts, ...details, reference: references[index] ?? '', charges: [] },
      transaction,
      context,
    );
    entries.push(entry);
    missing -= signed(entry);
  }
  if (!Number.isSafeInteger(missing)) return null;
  return missing === 0 ? entries : [...entries, chargesEntry(facts, missing)];
}

/** Returns an entry as booked on the account, without its transactions. */
export function wholeEntry(facts: EntryFacts): StatementEntry {
  return newEntry({
    ...commonOf(facts),
    original: originalOf(facts, facts.currency),
    counterparty: NO_COUNTERPARTY,
    remittance: facts.note,
    charges: chargesIn(facts.charges, facts.currency) || (facts.isReversal ? addedCharges(facts, []) : 0),
  });
}

function entryOf(facts: EntryFacts, transaction: CamtTransaction, { own }: SplitContext): StatementEntry {
  const { currency, isReversal } = facts;
  // In a reversal, debtor and creditor are still those of the original payment.
  const isPayer = (facts.direction === 'credit') !== (isReversal || transaction.isReturn);
  const bankReference = readEndToEndId(facts.reference || transaction.reference);
  const isReturned = isReversal || transaction.isReturn;
  const charges = chargesIn(facts.charges, currency) || chargesIn(transaction.charges, currency);
  // Properties are listed one by one: spreading dominates the time of an entry, and there are 100,000 of them.
  return {
    position: facts.position,
    direction: facts.direction,
    amount: facts.amount,
    currency,
    original: originalOf(transaction, currency) ?? originalOf(facts, currency),
    bookedOn: facts.bookedOn,
    valueOn: facts.valueOn,
    bookingStatus: facts.bookingStatus,
    counterparty: counterpartyOf(transaction, isPayer, own),
    variableSymbol: transaction.variableSymbol,
    constantSymbol: transaction.constantSymbol,
    specificSymbol: transaction.specificSymbol,
    endToEndId: transaction.endToEndId,
    creditorReference: transaction.creditorReference,
    bankReference,
    isReferenceUnique: isUnique(bankReference, isReversal),
    remittance: transaction.remittance || facts.note,
    typeCode: transaction.typeCode || facts.typeCode,
    isReversal: isReturned,
    charges: charges || (isReturned ? addedCharges(facts, transaction.amounts) : 0),
  };
}

/** Returns the charges by which a returned payment exceeds the original one, if the bank does not name them. */
function addedCharges({ direction, amount, currency, amounts }: EntryFacts, details: readonly Money[]): number {
  // The instructed amount is the last one.
  const original = [...amounts, ...details].findLast((money) => money.currency === currency)?.amount ?? 0;
  return direction === 'debit' && original > 0 && original < amount ? amount - original : 0;
}

/** A reversal is a separate movement, even with the reference of the original entry. */
function isUnique(bankReference: string, isReversal: boolean): boolean {
  return bankReference !== '' && !isReversal;
}

function chargesEntry(facts: EntryFacts, missing: number): StatementEntry {
  return newEntry({
    ...commonOf({ ...facts, reference: facts.reference === '' ? '' : `${facts.reference}/${CHARGES}` }),
    position: `${facts.position}, ${CHARGES}`,
    direction: missing > 0 ? 'credit' : 'debit',
    amount: Math.abs(missing),
    remittance: facts.note,
    typeCode: CHARGES,
  });
}

function commonOf(facts: EntryFacts) {
  const { position, direction, amount, currency, bookedOn, valueOn, bookingStatus, isReversal, typeCode } = facts;
  const bankReference = readEndToEndId(facts.reference);
  return {
    position,
    direction,
    amount,
    currency,
    bookedOn,
    valueOn,
    bookingStatus,
    isReversal,
    typeCode,
    bankReference,
    isReferenceUnique: isUnique(bankReference, isReversal),
  };
}

/**
 * A batch has one reference, so its transactions get their index.
 * Without one, the transactions' own references are used if distinct.
 */
function referencesOf(facts: EntryFacts, transactions: readonly CamtTransaction[]): readonly string[] {
  if (facts.reference !== '') return transactions.map((_, index) => `${facts.reference}/${index + 1}`);
  const own = transactions.map(({ reference }) => reference);
  return new Set(own).size === own.length
    ? own
    : own.map((reference, index) => reference && `${reference}/${index + 1}`);
}

function directionOf(
  facts: EntryFacts,
  transaction: CamtTransaction,
  { reversalSign }: SplitContext,
): StatementEntry['direction'] {
  if (transaction.direction === null) return facts.direction;
  return facts.isReversal && reversalSign === 'invert' ? opposite(transaction.direction) : transaction.direction;
}

function signed({ direction, amount }: Pick<StatementEntry, 'amount' | 'direction'>): number {
  return direction === 'credit' ? amount : -amount;
}
