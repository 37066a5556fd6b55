import type { Order } from '../receivables/order.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import { referenceDigits, referenceKey } from '../receivables/reference.js';

/** Orders for people who look at them, from wherever the site has them. Nothing is held. */
export interface FindOrders {
  /** Those with these ids, by id. Providers that cannot say leave them out. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Order>>;
  /** Those that a reference may mean, as somebody types it: with or without separators and leading zeros. */
  byReference(text: string): Promise<readonly Order[]>;
  /** Whether orders are the receivables of the plugin, which have pages, and no shop has put its own in their place. */
  areReceivables(): Promise<boolean>;
}

/** @param own the provider of receivables */
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
