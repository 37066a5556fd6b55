import { formError, parseAmount, type Strings, type SubmittedForm } from '../../../../index.js';
import type { WantedOrder } from '../../matching/allocate.js';
import type { FindOrders } from '../../matching/find-orders.js';
import { referenceKey } from '../../receivables/reference.js';
import type { Transaction } from '../../transactions/transaction.js';
import { SPLIT_ROWS } from './assigning.js';

/** The order of the button that was pressed. @throws HostError 422 `form_invalid` for one that nobody thought of */
export function acceptedOrder(form: SubmittedForm, { findings }: Transaction, { text }: Strings): WantedOrder {
  const id = form.text('order');
  if (findings.candidates.some(({ order_id }) => order_id === id)) return { orderId: id };
  throw formError({}, text('assign.gone'));
}

/** The orders that were typed, with their amounts. @throws HostError 422 `form_invalid`, at the fields that are wrong */
export async function splitOrders(
  form: SubmittedForm,
  { currency }: Transaction,
  orders: Pick<FindOrders, 'byReference'>,
  { text }: Strings,
): Promise<WantedOrder[]> {
  const errors: Record<string, string> = {};
  const wanted: WantedOrder[] = [];
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
    else if (wanted.some((other) => other.orderId === orderId)) errors[`order${row}`] = text('assign.twice');
    if (amount === null || amount === 0) errors[`amount${row}`] = text('param-amount');
    if (orderId !== null && amount !== null) wanted.push({ orderId, amount });
  }
  if (Object.keys(errors).length > 0) throw formError(errors, text('error-invalid_param'));
  if (wanted.length === 0) throw formError({ order1: text('assign.no-order') }, text('error-invalid_param'));
  return wanted;
}

/** The one order that a reference means; null for none, and where it could be one of several. */
async function orderOf(reference: string, orders: Pick<FindOrders, 'byReference'>): Promise<string | null> {
  const found = await orders.byReference(reference);
  const exact = found.filter((order) => referenceKey(order.reference) === referenceKey(reference));
  const [only, another] = exact.length > 0 ? exact : found;
  return only && !another ? only.id : null;
}
