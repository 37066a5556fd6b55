import { bool } from '../../../database.js';
import type { StatementEntry } from '../formats/statement.js';
import { clipped } from './clipped.js';
import { DEDUP_VERSION, type EntryKeys } from './entry-keys.js';

/** An entry with its keys. */
export interface KeyedEntry {
  readonly entry: StatementEntry;
  readonly keys: EntryKeys;
}

/** Maximum characters of the remittance, more than any bank writes. */
const MAX_REMITTANCE_LENGTH = 16_000;

/** Maps an entry to the columns that the bank may update later. */
export function saidColumns({ entry, keys }: KeyedEntry, key: string) {
  const { counterparty, original } = entry;
  return {
    direction: entry.direction,
    amount: entry.amount,
    currency: entry.currency,
    original_amount: original?.amount ?? null,
    original_currency: original?.currency ?? '',
    fx_rate: clipped(original?.rate ?? '', 32),
    booked_on: entry.bookedOn,
    value_on: entry.valueOn,
    booking_status: entry.bookingStatus,
    counterparty_name: clipped(counterparty.name, 200),
    counterparty_iban: clipped(counterparty.iban, 34),
    counterparty_account: clipped(counterparty.account, 64),
    counterparty_bank_code: clipped(counterparty.bankCode, 35),
    counterparty_bic: clipped(counterparty.bic, 11),
    variable_symbol: clipped(entry.variableSymbol, 35),
    constant_symbol: clipped(entry.constantSymbol, 35),
    specific_symbol: clipped(entry.specificSymbol, 35),
    end_to_end_id: clipped(entry.endToEndId, 64),
    bank_reference: clipped(entry.bankReference, 191),
    creditor_reference: clipped(entry.creditorReference, 35),
    remittance: clipped(entry.remittance, MAX_REMITTANCE_LENGTH),
    type_code: clipped(entry.typeCode, 64),
    is_reversal: bool.encode(entry.isReversal),
    charges: entry.charges,
    dedup_key: key,
    dedup_version: DEDUP_VERSION,
    loose_key: keys.loose,
    raw_hash: keys.raw,
  };
}
