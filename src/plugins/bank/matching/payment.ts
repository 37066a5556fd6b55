import { majorUnits, type Selectable, type TableOf } from '../../../index.js';
import type { OrderPayment } from '../receivables/order.js';
import type { paymentsTable } from '../tables/payments.js';
import { type Match, toMatch } from '../transactions/match.js';

/** A match as it is stored, with what its order has of it. */
export interface Payment extends Match, OrderPayment {
  /** Whose order it is, and the account that paid: by these a payer is known again. Empty where it is not known. */
  readonly customer: string;
  readonly iban: string;
}

/** @param bookedOn of its transaction */
export function toPayment(row: Selectable<TableOf<typeof paymentsTable>>, bookedOn: string): Payment {
  return { ...toMatch(row), tolerated: row.tolerated, customer: row.customer, iban: row.iban, bookedOn };
}

/** A payment as actions tell it. */
export interface PaymentRecord {
  readonly transaction_id: number;
  readonly order_id: string;
  /** Major units; `amount_minor` has the same exactly. */
  readonly amount: number;
  readonly amount_minor: number;
  readonly currency: string;
  /** `YYYY-MM-DD`: the day on which the money came. */
  readonly booked_on: string;
  /** The rule, or `manual`. */
  readonly rule: string;
  readonly score: number;
  /** Account of who matched it; null for a rule. */
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
