import type { Order, OrderPayment } from './order.js';

/** Query for open orders by payer. */
export interface PayerQuestion {
  /** IBANs in upper case without spaces. */
  readonly ibans: readonly string[];
  /** Customer IDs of the shop. */
  readonly customers: readonly string[];
}

/** An amount with its currency. */
export interface Amount {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/**
 * Source of orders and recipient of their payments. The default provider uses the table `bank_receivables`.
 * A shop with orders in the same database replaces it.
 *
 * `lock`, `applyPayment` and `reversePayment` are called within a transaction of the site's database, together with the
 * plugin's own writes: use `context.db`, so that everything is committed or nothing. The transaction may be retried, so
 * only read and write there. Send emails and the like from the actions `vendor_bank_order_paid` and its siblings, which
 * fire after the commit, at least once. A shop whose orders are elsewhere keeps the default provider, creates
 * receivables (`receivables.create`) and listens to those actions.
 *
 * Every method is called with many orders, up to a few thousand: use a few statements, not one per order.
 * @example
 * ```ts
 * hooks.addFilter('vendor_bank_order_provider', () => ({
 *   findByReferences: (keys) => orders.whereKeyIn(keys),
 *   lock: (ids) => orders.selectForUpdate(ids),
 *   applyPayment: (payments) => orders.addPaid(payments),
 *   reversePayment: (payments) => orders.takeBack(payments),
 * }));
 * ```
 */
export interface OrderProvider {
  /**
   * Finds orders of any status by reference.
   * @param keys normalized by `referenceKey`: letters and digits, upper case, numbers without leading zeros. An order
   *   matches if the key of its reference is equal, or if its reference has at least six digits and these are equal
   */
  findByReferences(keys: readonly string[]): Promise<readonly Order[]>;
  /**
   * Returns the current orders with these IDs, locked until the transaction ends (`for update`).
   * Lock them in ascending order of ID to avoid deadlocks. Missing orders are left out.
   */
  lock(ids: readonly string[]): Promise<readonly Order[]>;
  /**
   * Adds payments; an order may occur several times.
   * `withPayment` computes the new state of an order. The plugin expects the same state at the next `lock`.
   */
  applyPayment(payments: readonly OrderPayment[]): Promise<void>;
  /** Reverses payments applied before; `withoutPayment` computes the new state of an order. */
  reversePayment(payments: readonly OrderPayment[]): Promise<void>;
  /** Returns orders of any status by ID, for display. Without it, pages show only their IDs. */
  findByIds?(ids: readonly string[]): Promise<readonly Order[]>;
  /** Returns open orders of these customers, or expected from these accounts. Without it, payers are not recognized. */
  findByPayers?(question: PayerQuestion): Promise<readonly Order[]>;
  /** Returns open orders with exactly this open amount, a few for each. Without it, amounts are not searched. */
  findByAmounts?(amounts: readonly Amount[]): Promise<readonly Order[]>;
}
