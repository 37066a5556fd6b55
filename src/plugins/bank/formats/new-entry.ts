import type { Counterparty, StatementEntry } from './statement.js';

/** What every entry says. */
export type KnownOfEntry = Pick<StatementEntry, 'position' | 'direction' | 'amount' | 'currency' | 'bookedOn'>;

export const NOBODY: Counterparty = { name: '', iban: '', account: '', bankCode: '', bic: '' };

/** An entry that says nothing but what is given: it was booked, on the day from which it counts. */
export function newEntry(known: KnownOfEntry & Partial<StatementEntry>): StatementEntry {
  return {
    original: null,
    valueOn: known.bookedOn,
    bookingStatus: 'booked',
    counterparty: NOBODY,
    variableSymbol: '',
    constantSymbol: '',
    specificSymbol: '',
    endToEndId: '',
    creditorReference: '',
    bankReference: '',
    isReferenceUnique: false,
    remittance: '',
    typeCode: '',
    isReversal: false,
    charges: 0,
    ...known,
  };
}
