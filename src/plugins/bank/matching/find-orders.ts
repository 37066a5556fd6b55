import type { Order } from '../receivables/order.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import { referenceDigits, referenceKey } from '../receivables/reference.js';

/** Finds orders for display, from any provider. Does not lock them. */
export interface FindOrders {
  /** Returns orders by ID. Empty if the provider does not implement `findByIds`. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Order>>;
  /** Finds the orders that a typed reference may mean, with or without separators and leading zeros. */
  byReference(text: string): Promise<readonly Order[]>;
  /** Whether orders are the plugin's own receivables, which have pages, instead of a shop's. */
  areReceivables(): Promise<boolean>;
}

/**
 * Creates the lookup.
 * @param own the provider of receivables
 */
export function createFindOrders(provider: () => Promise<OrderProvider>, own: OrderProvider): FindOrders {
  return {
    areReceivables: async () => (await provider()) === own,
    async byIds(ids) {
      const { findByIds } = await provider();
      const orders = findByIds && ids.length > 0 ? await findByIds([...new Set(ids)]) : [];
      return new Map(orders.map((order) => [order.id, order]));
    },
    async byReference(text) {
      const keys = [...new Set([referenceKey(text), referenceDigits(text)])].filter((key) => key !== '');
      return keys.length === 0 ? [] : (await provider()).findByReferences(keys);
    },
  };
}
