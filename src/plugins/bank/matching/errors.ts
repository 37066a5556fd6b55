import { HostError } from '../../../index.js';
import { amountText } from '../../../money.js';
import type { Order } from '../receivables/order.js';
import type { Transaction } from '../transactions/transaction.js';

export function orderNotFound(orderId: string): HostError {
  return new HostError('vendor_bank_not_found', `There is no order "${orderId}".`, { status: 404, order_id: orderId });
}

export function ruleNotFound(name: string): HostError {
  const message = `There is no rule "${name}". Read the list of rules.`;
  return new HostError('vendor_bank_not_found', message, { status: 404, rule: name });
}

export function currencyDiffers({ id, currency }: Transaction, order: Order): HostError {
  const message = `Transaction ${id} is in ${currency}, but order "${order.id}" is in ${order.currency}. Create an order in ${currency} for its value, and match that.`;
  const data = { status: 422, transaction_id: id, order_id: order.id, currency, order_currency: order.currency };
  return new HostError('vendor_bank_currency_mismatch', message, data);
}

export function orderCancelled({ id }: Order): HostError {
  const message = `Order "${id}" is cancelled and cannot be paid. Reopen it first.`;
  return new HostError('vendor_bank_order_cancelled', message, { status: 409, order_id: id });
}

export function alreadyPays(id: number, orderId: string): HostError {
  const message = `Transaction ${id} already pays order "${orderId}". Unmatch it to change the amount.`;
  const data = { status: 409, transaction_id: id, order_id: orderId };
  return new HostError('vendor_bank_already_matched', message, data);
}

/**
 * Error for an assignment without an amount.
 * @param rest unassigned minor units of the transaction
 */
export function nothingToPay(id: number, order: Order, rest: number): HostError {
  const { currency } = order;
  const message =
    rest === 0
      ? `Transaction ${id} has no remaining amount for order "${order.id}".`
      : `Order "${order.id}" is paid. Specify how much of the ${amountText(rest, currency)} ${currency} it should get.`;
  return new HostError('vendor_bank_nothing_to_pay', message, { status: 409, transaction_id: id, order_id: order.id });
}
