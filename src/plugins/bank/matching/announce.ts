import { majorUnits, type Outbox } from '../../../index.js';
import { orderRecord } from '../receivables/receivable.js';
import { transactionRecord } from '../transactions/record.js';
import type { BookEvent } from './book.js';
import { paymentRecord } from './payment.js';

/** Tells of what became of transactions and orders, within the transaction that makes it so. */
export async function announce(outbox: Pick<Outbox, 'announce'>, events: readonly BookEvent[]): Promise<void> {
  for (const event of events) {
    switch (event.kind) {
      case 'matched':
        await outbox.announce('vendor_bank_transaction_matched', transactionRecord(event.transaction, event.matches));
        break;
      case 'unmatched':
        await outbox.announce('vendor_bank_transaction_unmatched', transactionRecord(event.transaction, event.matches));
        break;
      case 'paid':
        await outbox.announce('vendor_bank_order_paid', orderRecord(event.order), paymentRecord(event.payment));
        break;
      case 'partially_paid':
        await outbox.announce(
          'vendor_bank_order_partially_paid',
          orderRecord(event.order),
          paymentRecord(event.payment),
        );
        break;
      case 'overpaid': {
        const { order, payment, surplus } = event;
        const { currency } = payment;
        const of = { amount: majorUnits(surplus, currency), amount_minor: surplus, currency };
        await outbox.announce('vendor_bank_order_overpaid', orderRecord(order), paymentRecord(payment), of);
        break;
      }
      case 'reversed':
        await outbox.announce('vendor_bank_payment_reversed', orderRecord(event.order), paymentRecord(event.payment));
        break;
    }
  }
}
