import { majorUnits } from '../../../money.js';
import type { StatementEntry } from '../formats/statement.js';
import type { Detection } from './upload.js';

/** Converts a detection for REST: amounts in major units, with exact minor units. */
export function detectionView({ accounts, sums, entries, ...detection }: Detection) {
  return {
    ...detection,
    accounts: accounts.map(({ bankCode, ...account }) => ({ ...account, bank_code: bankCode })),
    sums: sums.map((sum) => ({
      currency: sum.currency,
      entries: sum.entries,
      credit: majorUnits(sum.credit, sum.currency),
      credit_minor: sum.credit,
      debit: majorUnits(sum.debit, sum.currency),
      debit_minor: sum.debit,
    })),
    entries: entries.map(entryView),
  };
}

function entryView(entry: StatementEntry) {
  const { counterparty, currency } = entry;
  return {
    position: entry.position,
    direction: entry.direction,
    amount: majorUnits(entry.amount, currency),
    amount_minor: entry.amount,
    currency,
    booked_on: entry.bookedOn,
    value_on: entry.valueOn,
    booking_status: entry.bookingStatus,
    counterparty: {
      name: counterparty.name,
      iban: counterparty.iban,
      account: counterparty.account,
      bank_code: counterparty.bankCode,
      bic: counterparty.bic,
    },
    variable_symbol: entry.variableSymbol,
    creditor_reference: entry.creditorReference,
    end_to_end_id: entry.endToEndId,
    bank_reference: entry.bankReference,
    remittance: entry.remittance,
    is_reversal: entry.isReversal,
  };
}
