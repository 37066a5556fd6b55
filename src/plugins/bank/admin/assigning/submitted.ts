import { formError, type SubmittedForm } from '../../../../admin.js';
import { parseAmount } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { WantedOrder } from '../../matching/allocate.js';
import type { FindOrders } from '../../matching/find-orders.js';
import { referenceKey } from '../../receivables/reference.js';
import type { Transaction } from '../../transactions/transaction.js';
import { SPLIT_ROWS } from './assigning.js';

/**
 * Returns the order of the pressed button.
 * @throws HostError 422 `form_invalid` if it is not a candidate
 */
export function acceptedOrder(form: SubmittedForm, { findings }: Transaction, { text }: Strings): WantedOrder {
  const id = form.text('order');
  if (findings.candidates.some(({ order_id }) => order_id === id)) return { orderId: id };
  throw formError({}, text('assign.gone'));
}

/**
 * Reads the typed orders and amounts.
 * @throws HostError 422 `form_invalid` with the invalid fields
 */
export async function splitOrders(
  form: SubmittedForm,
  { currency }: Transaction,
  orders: Pick<FindOrders, 'byReference'>,
  { text }: Strings,
): Promise<WantedOrder[]> {
  const errors: Record<string, string> = {};
  const requestedOrders: WantedOrder[] = [];
  for (let row = 1; row <= SPLIT_ROWS; row += 1) {
    const reference = form.text(`order${row}`).trim();
    const typed = form.text(`amount${row}`).trim();
    if (reference === '') {
      if (typed !== '') errors[`order${row}`] = text('assign.no-order');
      continue;
    }
    const orderId = await orderOf(reference, orders);
    const amount = typed === '' ? undefined : parseAmount(typed, currency);
    if (orderId === null) errors[`order${row}`] = text('assign.unknown', { reference });
    else if (requestedOrders.some((other) => other.orderId === orderId)) errors[`order${row}`] = text('assign.twice');
    if (amount === null || amount === 0) errors[`amount${row}`] = text('param-amount');
    if (orderId !== null && amount !== null) requestedOrders.push({ orderId, amount });
  }
  if (Object.keys(errors).length > 0) throw formError(errors, text('error-invalid_param'));
  if (requestedOrders.length === 0) throw formError({ order1: text('assign.no-order') }, text('error-invalid_param'));
  return requestedOrders;
}

/** Returns the only order with a reference; null for none, and if it is ambiguous. */
async function orderOf(reference: string, orders: Pick<FindOrders, 'byReference'>): Promise<string | null> {
  const found = await orders.byReference(reference);
  const exact = found.filter((order) => referenceKey(order.reference) === referenceKey(reference));
  const [only, another] = exact.length > 0 ? exact : found;
  return only && !another ? only.id : null;
}
