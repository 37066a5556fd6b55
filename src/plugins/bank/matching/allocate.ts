import { isOpen, leftOf, type Order } from '../receivables/order.js';
import { invalidParam } from '../transactions/errors.js';
import type { Transaction } from '../transactions/transaction.js';
import { alreadyPays, currencyDiffers, nothingToPay, orderCancelled } from './errors.js';
import type { Payment } from './payment.js';
import type { Allocation } from './rule.js';

/** An order that the user assigns a transaction to. */
export interface WantedOrder {
  readonly orderId: string;
  /**
   * Minor units of the transaction.
   * @default the open amount of the order, or the rest of the transaction if less
   */
  readonly amount?: number | undefined;
}

export interface AllocateQuestion {
  readonly transaction: Transaction;
  /** Unassigned minor units of the transaction. */
  readonly available: number;
  /** Existing payments of the transaction. */
  readonly payments: readonly Payment[];
  readonly requests: readonly { readonly order: Order; readonly amount?: number | undefined }[];
  /** Returns the minor units by which a payment may differ from the order's open amount. */
  tolerance(order: Order): number;
}

/**
 * Computes the amount that each order gets in a manual assignment.
 * @throws HostError 400 `vendor_bank_invalid_param`, 409 `vendor_bank_already_matched`, `vendor_bank_order_cancelled`,
 *   `vendor_bank_nothing_to_pay`, 422 `vendor_bank_currency_mismatch`
 */
export function allocate({
  transaction,
  available,
  payments,
  requests: requested,
  tolerance,
}: AllocateQuestion): Allocation[] {
  let rest = available;
  return requested.map(({ order, amount }) => {
    if (order.currency !== transaction.currency) throw currencyDiffers(transaction, order);
    if (order.status === 'cancelled') throw orderCancelled(order);
    if (payments.some(({ orderId }) => orderId === order.id)) throw alreadyPays(transaction.id, order.id);
    const left = isOpen(order) ? leftOf(order) : 0;
    const part = amount ?? partOf(rest, left, tolerance(order));
    if (part === 0 && amount === undefined) throw nothingToPay(transaction.id, order, rest);
    if (!(Number.isSafeInteger(part) && part > 0 && part <= rest)) {
      throw invalidParam('amount', `Enter an amount above 0 and at most ${rest} minor units, the remaining amount.`);
    }
    rest -= part;
    const isEnough = left > 0 && Math.abs(left - part) <= tolerance(order);
    return { order, amount: part, tolerated: isEnough ? left - part : 0 };
  });
}

/** Takes the whole rest if it is within the tolerance of the open amount, else at most the open amount. */
function partOf(rest: number, left: number, tolerance: number): number {
  return left > 0 && Math.abs(rest - left) <= tolerance ? rest : Math.min(rest, left);
}
