import type { Counterparty, StatementEntry } from './statement.js';

/** Required values of an entry. */
export type KnownOfEntry = Pick<StatementEntry, 'position' | 'direction' | 'amount' | 'currency' | 'bookedOn'>;

export const NO_COUNTERPARTY: Counterparty = { name: '', iban: '', account: '', bankCode: '', bic: '' };

/** Creates an entry with defaults: booked, with the booking day as its value date. */
export function newEntry(fields: KnownOfEntry & Partial<StatementEntry>): StatementEntry {
  return {
    original: null,
    valueOn: fields.bookedOn,
    bookingStatus: 'booked',
    counterparty: NO_COUNTERPARTY,
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
    ...fields,
  };
}
