import { type Database, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import type { Outbox } from '../../../webhooks.js';
import type { Surplus } from '../hooks/matching.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import { type OrderRecord, orderRecord } from '../receivables/receivable.js';
import { type TransactionRecord, transactionRecord } from '../transactions/transaction-list.js';
import type { Book, BookEvent } from './book.js';
import { type Payment, type PaymentRecord, paymentRecord } from './payment.js';
import { writeTransactions } from './write-transactions.js';

export interface WriteBookParts {
  readonly db: Database;
  readonly provider: OrderProvider;
  readonly outbox: Pick<Outbox, 'announceAll'>;
  readonly at: Date;
}

/**
 * Writes all decisions within the transaction that holds the row locks: payments, orders, transactions and events.
 * A payment that already exists fails the whole transaction.
 */
export async function writeBook({ db, provider, outbox, at }: WriteBookParts, book: Book): Promise<void> {
  const added = new Set(book.added);
  await undo(book.undone.filter(({ payment }) => !added.has(payment)));
  // The unique index allows one payment of an order by a transaction at a time.
  for (const payments of turnsOf(book.added)) {
    await db.insertMany('bank_payments', payments.map(rowOf));
    await provider.applyPayment(payments);
    const turn = new Set(payments);
    await undo(book.undone.filter(({ payment }) => turn.has(payment)));
  }
  await writeTransactions(db, book.changed(), at);
  await announce(outbox, book.events);

  /** Undoes all stored payments of these transactions. */
  async function undo(undone: Book['undone']): Promise<void> {
    const [first] = undone;
    if (!first) return;
    await db.query
      .updateTable('bank_payments')
      .set(({ ref }) => ({ undone: ref('id'), undone_by: first.by, undone_at: utc.encode(at) }))
      .where('transaction_id', 'in', [...new Set(undone.map(({ payment }) => payment.transactionId))])
      .where('undone', '=', 0)
      .execute();
    const payments = undone.map(({ payment }) => payment).filter(({ orderId }) => book.order(orderId));
    if (payments.length > 0) await provider.reversePayment(payments);
  }
}

/** Groups payments so that each group has at most one of a transaction and an order, in their order. */
function turnsOf(payments: readonly Payment[]): Payment[][] {
  const counts = new Map<string, number>();
  const turns: Payment[][] = [];
  for (const payment of payments) {
    const key = `${payment.transactionId} ${payment.orderId}`;
    const turn = counts.get(key) ?? 0;
    counts.set(key, turn + 1);
    const alike = turns[turn];
    if (alike) alike.push(payment);
    else turns.push([payment]);
  }
  return turns;
}

function rowOf(payment: Payment) {
  return {
    transaction_id: payment.transactionId,
    order_id: payment.orderId,
    amount: payment.amount,
    currency: payment.currency,
    tolerated: payment.tolerated,
    customer: payment.customer,
    iban: payment.iban,
    rule: payment.rule,
    score: payment.score,
    matched_by: payment.by,
    created_at: utc.encode(payment.at),
    undone: 0,
    undone_by: null,
    undone_at: null,
  };
}

/** Announces changes of transactions and orders, grouped by action. Call within the transaction that makes them. */
async function announce(outbox: Pick<Outbox, 'announceAll'>, events: readonly BookEvent[]): Promise<void> {
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
