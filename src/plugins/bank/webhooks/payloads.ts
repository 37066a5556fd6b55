import type { ImportedFile } from '../hooks/importing.js';
import type { PaymentRecord } from '../matching/payment.js';
import type { OrderRecord } from '../receivables/receivable.js';
import type { RunRecord } from '../runs/run.js';
import type { TransactionRecord } from '../transactions/transaction-list.js';

/** Transaction without the counterparty and the text. */
export function bookedView(record: TransactionRecord) {
  const { id, account_id, source_id, run_id, direction, amount, amount_minor, currency } = record;
  const { booked_on, value_on, booking_status, is_reversal, status, unallocated, unallocated_minor, matches } = record;
  return {
    id,
    account_id,
    source_id,
    run_id,
    direction,
    amount,
    amount_minor,
    currency,
    booked_on,
    value_on,
    booking_status,
    is_reversal,
    status,
    unallocated,
    unallocated_minor,
    matches: matches.map(({ order_id, amount, amount_minor, rule }) => ({ order_id, amount, amount_minor, rule })),
  };
}

/** Order without the customer and the account. */
export function orderView({ customer: _customer, iban: _iban, ...order }: OrderRecord) {
  return order;
}

/** Payment without the user who assigned it. */
export function paymentView({ by: _by, score: _score, ...payment }: PaymentRecord) {
  return payment;
}

/** Run without error messages, which contain file names. */
export function runView({ errors: _errors, started_by: _startedBy, sources, ...run }: RunRecord) {
  return { ...run, sources: sources.map(({ error, ...source }) => ({ ...source, error: error?.code ?? null })) };
}

/** File without its name, because banks use account numbers in names. */
export function fileView({ name: _name, ...file }: ImportedFile) {
  return file;
}
