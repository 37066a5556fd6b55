import { amountText, HostError } from '../../../index.js';
import type { Order } from '../receivables/order.js';
import type { Transaction } from '../transactions/transaction.js';

export function orderNotFound(orderId: string): HostError {
  return new HostError('vendor_bank_not_found', `There is no order "${orderId}".`, { status: 404, order_id: orderId });
}

export function ruleNotFound(name: string): HostError {
  const message = `There is no rule "${name}". Read the list for those that there are.`;
  return new HostError('vendor_bank_not_found', message, { status: 404, rule: name });
}

export function currencyDiffers({ id, currency }: Transaction, order: Order): HostError {
  const message = `The transaction ${id} is in ${currency}, and the order "${order.id}" in ${order.currency}. Enter an order in ${currency} for what it is worth, and match that.`;
  const data = { status: 422, transaction_id: id, order_id: order.id, currency, order_currency: order.currency };
  return new HostError('vendor_bank_currency_mismatch', message, data);
}

export function orderCancelled({ id }: Order): HostError {
  const message = `The order "${id}" is cancelled, so nothing pays it. Open it again first.`;
  return new HostError('vendor_bank_order_cancelled', message, { status: 409, order_id: id });
}

export function alreadyPays(id: number, orderId: string): HostError {
  const message = `The transaction ${id} pays the order "${orderId}" already. Unmatch it to say another amount.`;
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
      ? `Nothing is left of the transaction ${id} for the order "${order.id}".`
      : `The order "${order.id}" is paid. Say how much of the ${amountText(rest, currency)} ${currency} it gets all the same.`;
  return new HostError('vendor_bank_nothing_to_pay', message, { status: 409, transaction_id: id, order_id: order.id });
}
