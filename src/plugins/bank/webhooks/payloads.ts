import type { ImportedFile } from '../hooks/importing.js';
import type { PaymentRecord } from '../matching/payment.js';
import type { OrderRecord } from '../receivables/receivable.js';
import type { RunRecord } from '../runs/run.js';
import type { TransactionRecord } from '../transactions/record.js';

/** A movement without whom it is from and what they wrote. */
export function bookedView(record: TransactionRecord) {
  const { id, account_id, source_id, run_id, direction, amount, amount_minor, currency } = record;
  const { booked_on, value_on, booking_status, is_reversal, status, unallocated, unallocated_minor, matches } = record;
  return {
    ...{ id, account_id, source_id, run_id, direction, amount, amount_minor, currency },
    ...{ booked_on, value_on, booking_status, is_reversal, status, unallocated, unallocated_minor },
    matches: matches.map(({ order_id, amount, amount_minor, rule }) => ({ order_id, amount, amount_minor, rule })),
  };
}

/** An order without who owes it, and from which account. */
export function orderView({ customer: _customer, iban: _iban, ...order }: OrderRecord) {
  return order;
}

/** A payment without who has assigned it. */
export function paymentView({ by: _by, score: _score, ...payment }: PaymentRecord) {
  return payment;
}

/** A run without what went wrong in words, which name files. */
export function runView({ errors: _errors, started_by: _startedBy, sources, ...run }: RunRecord) {
  return { ...run, sources: sources.map(({ error, ...source }) => ({ ...source, error: error?.code ?? null })) };
}

/** A file without its name: banks name files after accounts. */
export function fileView({ name: _name, ...file }: ImportedFile) {
  return file;
}
