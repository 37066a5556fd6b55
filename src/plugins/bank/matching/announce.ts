import { majorUnits } from '../../../money.js';
import type { Outbox } from '../../../webhooks.js';
import type { Surplus } from '../hooks/matching.js';
import { type OrderRecord, orderRecord } from '../receivables/receivable.js';
import { type TransactionRecord, transactionRecord } from '../transactions/transaction-list.js';
import type { BookEvent } from './book.js';
import { type PaymentRecord, paymentRecord } from './payment.js';

/** Announces changes of transactions and orders, grouped by action. Call within the transaction that makes them. */
export async function announce(outbox: Pick<Outbox, 'announceAll'>, events: readonly BookEvent[]): Promise<void> {
  await outbox.announceAll('vendor_bank_order_paid', () => of(events, 'paid').map(orderAndPayment));
  await outbox.announceAll('vendor_bank_order_partially_paid', () => of(events, 'partially_paid').map(orderAndPayment));
  await outbox.announceAll('vendor_bank_order_overpaid', () =>
    of(events, 'overpaid').map((event) => [...orderAndPayment(event), surplusOf(event)]),
  );
  await outbox.announceAll('vendor_bank_transaction_matched', () => of(events, 'matched').map(record));
  await outbox.announceAll('vendor_bank_payment_reversed', () => of(events, 'reversed').map(orderAndPayment));
  await outbox.announceAll('vendor_bank_transaction_unmatched', () => of(events, 'unmatched').map(record));
}

type Event<Kind extends BookEvent['kind']> = Extract<BookEvent, { readonly kind: Kind }>;

function of<Kind extends BookEvent['kind']>(events: readonly BookEvent[], kind: Kind): Event<Kind>[] {
  return events.filter((event): event is Event<Kind> => event.kind === kind);
}

function record({ transaction, matches }: Event<'matched' | 'unmatched'>): [TransactionRecord] {
  return [transactionRecord(transaction, matches)];
}

function orderAndPayment({ order, payment }: Pick<Event<'paid'>, 'order' | 'payment'>): [OrderRecord, PaymentRecord] {
  return [orderRecord(order), paymentRecord(payment)];
}

function surplusOf({ surplus, payment: { currency } }: Event<'overpaid'>): Surplus {
  return { amount: majorUnits(surplus, currency), amount_minor: surplus, currency };
}
