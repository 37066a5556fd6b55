import type { Order } from '../receivables/order.js';
import type { OrderProvider } from '../receivables/order-provider.js';

const IDS_AT_ONCE = 5000;

/**
 * Locks orders in ascending order of ID, to avoid deadlocks. Numeric IDs sort as numbers, others by length and text.
 */
export async function lockOrders(provider: Pick<OrderProvider, 'lock'>, ids: Iterable<string>): Promise<Order[]> {
  const inOrder = [...new Set(ids)].toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
  const locked: Order[] = [];
  for (let start = 0; start < inOrder.length; start += IDS_AT_ONCE) {
    locked.push(...(await provider.lock(inOrder.slice(start, start + IDS_AT_ONCE))));
  }
  return locked;
}
