import type { Selectable, TableOf } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import type { OrderPayment } from '../receivables/order.js';
import type { paymentsTable } from '../tables/payments.js';
import { type Match, toMatch } from '../transactions/match.js';

/** A stored match with the order's share. */
export interface Payment extends Match, OrderPayment {
  /** Customer of the order and account of the payer, for recognizing the payer later. Empty if unknown. */
  readonly customer: string;
  readonly iban: string;
}

/**
 * Converts a row.
 * @param bookedOn booking day of its transaction
 */
export function toPayment(row: Selectable<TableOf<typeof paymentsTable>>, bookedOn: string): Payment {
  return { ...toMatch(row), tolerated: row.tolerated, customer: row.customer, iban: row.iban, bookedOn };
}

/** A payment as passed to actions. */
export interface PaymentRecord {
  readonly transaction_id: number;
  readonly order_id: string;
  /** Major units; `amount_minor` is the exact amount. */
  readonly amount: number;
  readonly amount_minor: number;
  readonly currency: string;
  /** `YYYY-MM-DD`: booking day of the transaction. */
  readonly booked_on: string;
  /** Name of the rule, or `manual`. */
  readonly rule: string;
  readonly score: number;
  /** ID of the user who matched it; null for a rule. */
  readonly by: number | null;
  readonly at: string;
}

export function paymentRecord(payment: Payment): PaymentRecord {
  const { amount, currency } = payment;
  return {
    transaction_id: payment.transactionId,
    order_id: payment.orderId,
    amount: majorUnits(amount, currency),
    amount_minor: amount,
    currency,
    booked_on: payment.bookedOn,
    rule: payment.rule,
    score: payment.score,
    by: payment.by,
    at: payment.at.toISOString(),
  };
}
