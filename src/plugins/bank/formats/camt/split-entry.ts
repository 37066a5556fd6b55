import { NOBODY, newEntry } from '../new-entry.js';
import { readEndToEndId } from '../references/end-to-end-id.js';
import type { StatementEntry } from '../statement.js';
import { originalOf } from './amounts.js';
import { chargesIn } from './charges.js';
import { type EntryFacts, opposite, type ReversalSign } from './entry-facts.js';
import type { CamtPart } from './part.js';
import { counterpartyOf } from './party.js';

const CHARGES = 'charges';

export interface SplitContext {
  /** IBAN or number of the account. */
  readonly own: string;
  readonly reversalSign: ReversalSign;
}

/**
 * Splits an entry into movements: the entry itself, or each of its parts if there are several.
 * A difference between the parts and the entry becomes one more movement of type `charges`, so that the sum always
 * equals the change of the account.
 * @returns null if a part has no amount in the entry's currency, so the split is unknown
 */
export function splitEntry(
  facts: EntryFacts,
  parts: readonly CamtPart[],
  context: SplitContext,
): readonly StatementEntry[] | null {
  const [first] = parts;
  if (first === undefined) return [wholeEntry(facts)];
  if (parts.length === 1) return [entryOf(facts, first, context)];

  const references = referencesOf(facts, parts);
  const entries: StatementEntry[] = [];
  let missing = signed(facts);
  for (const [index, part] of parts.entries()) {
    const money = part.amounts.find(({ currency }) => currency === facts.currency);
    if (money === undefined) return null;
    const known = { ...money, direction: directionOf(facts, part, context), position: partOf(facts, index + 1) };
    const entry = entryOf({ ...facts, ...known, reference: references[index] ?? '', charges: [] }, part, context);
    entries.push(entry);
    missing -= signed(entry);
  }
  if (!Number.isSafeInteger(missing)) return null;
  return missing === 0 ? entries : [...entries, chargesEntry(facts, missing)];
}

/** Returns an entry as booked on the account, without its parts. */
export function wholeEntry(facts: EntryFacts): StatementEntry {
  return newEntry({
    ...commonOf(facts),
    original: originalOf(facts, facts.currency),
    counterparty: NOBODY,
    remittance: facts.note,
    charges: chargesIn(facts.charges, facts.currency),
  });
}

function entryOf(facts: EntryFacts, part: CamtPart, { own }: SplitContext): StatementEntry {
  const { currency, isReversal } = facts;
  // In a reversal, debtor and creditor are still those of the original payment.
  const isPayer = (facts.direction === 'credit') !== isReversal;
  const bankReference = readEndToEndId(facts.reference || part.reference);
  // Properties are listed one by one: spreading dominates the time of an entry, and there are 100,000 of them.
  return {
    position: facts.position,
    direction: facts.direction,
    amount: facts.amount,
    currency,
    original: originalOf(part, currency) ?? originalOf(facts, currency),
    bookedOn: facts.bookedOn,
    valueOn: facts.valueOn,
    bookingStatus: facts.bookingStatus,
    counterparty: counterpartyOf(part, isPayer, own),
    variableSymbol: part.variableSymbol,
    constantSymbol: part.constantSymbol,
    specificSymbol: part.specificSymbol,
    endToEndId: part.endToEndId,
    creditorReference: part.creditorReference,
    bankReference,
    isReferenceUnique: isUnique(bankReference, isReversal),
    remittance: part.remittance || facts.note,
    typeCode: part.typeCode || facts.typeCode,
    isReversal,
    charges: chargesIn(facts.charges, currency) || chargesIn(part.charges, currency),
  };
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
 * A batch has one reference, so its parts get their index. Without one, the parts' own references are used if distinct.
 */
function referencesOf(facts: EntryFacts, parts: readonly CamtPart[]): readonly string[] {
  if (facts.reference !== '') return parts.map((_, index) => `${facts.reference}/${index + 1}`);
  const own = parts.map(({ reference }) => reference);
  return new Set(own).size === own.length
    ? own
    : own.map((reference, index) => reference && `${reference}/${index + 1}`);
}

function directionOf(facts: EntryFacts, part: CamtPart, { reversalSign }: SplitContext): StatementEntry['direction'] {
  if (part.direction === null) return facts.direction;
  return facts.isReversal && reversalSign === 'invert' ? opposite(part.direction) : part.direction;
}

function partOf({ position }: EntryFacts, number: number): string {
  return `${position}, part ${number}`;
}

function signed({ direction, amount }: Pick<StatementEntry, 'amount' | 'direction'>): number {
  return direction === 'credit' ? amount : -amount;
}
