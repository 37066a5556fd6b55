import { type Database, utc } from '../../../database.js';
import type { Outbox } from '../../../webhooks.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import { announce } from './announce.js';
import type { Book } from './book.js';
import type { Payment } from './payment.js';
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
  if (book.added.length > 0) {
    await db.insertMany('bank_payments', book.added.map(rowOf));
    await provider.applyPayment(book.added);
  }
  const [first] = book.undone;
  if (first) {
    await db.query
      .updateTable('bank_payments')
      .set(({ ref }) => ({ undone: ref('id'), undone_by: first.by, undone_at: utc.encode(at) }))
      .where('transaction_id', 'in', [...new Set(book.undone.map(({ payment }) => payment.transactionId))])
      .where('undone', '=', 0)
      .execute();
    const taken = book.undone.map(({ payment }) => payment).filter(({ orderId }) => book.order(orderId));
    if (taken.length > 0) await provider.reversePayment(taken);
  }
  await writeTransactions(db, book.changed(), at);
  await announce(outbox, book.events);
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
