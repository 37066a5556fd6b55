import type { Order, OrderPayment } from './order.js';

/** By whom an order may be expected. */
export interface PayerQuestion {
  /** Accounts, upper case without spaces. */
  readonly ibans: readonly string[];
  /** Customers, as the shop names them. */
  readonly customers: readonly string[];
}

/** An amount in its currency. */
export interface Amount {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/**
 * Where orders come from and where their payments go. The bank plugin has one of its own, on the table
 * `bank_receivables`; a shop with orders in the same database puts its own in place of it:
 *
 *     hooks.addFilter('vendor_bank_order_provider', () => ({
 *       findByReferences: (keys) => orders.whereKeyIn(keys),
 *       lock: (ids) => orders.selectForUpdate(ids),
 *       applyPayment: (payments) => orders.addPaid(payments),
 *       reversePayment: (payments) => orders.takeBack(payments),
 *     }));
 *
 * `lock`, `applyPayment` and `reversePayment` are called inside a transaction of the site's database, together with what the
 * plugin writes itself: use `context.db`, so that all of it holds or none. The transaction may be run again from its
 * beginning, so do nothing there but reading and writing: mails and the like belong to the actions
 * `vendor_bank_order_paid` and its sisters, which are fired after the commit, at least once. A shop whose orders are
 * elsewhere keeps the default provider, tells it what is owed (`receivables.create`), and listens to those actions.
 *
 * Every method is asked about many orders at once, up to a few thousand: answer with a few statements, not with one for
 * each.
 */
export interface OrderProvider {
  /**
   * Orders in any state, also paid and cancelled ones, that have one of these references.
   * @param keys as `referenceKey` makes them: letters and digits, upper case, numbers without leading zeros. An order
   *   has one when the key of its reference is equal, or when the digits of its reference are six at least and equal
   */
  findByReferences(keys: readonly string[]): Promise<readonly Order[]>;
  /**
   * The orders with these ids as they are now, held until the transaction ends (`for update`), from the smallest id on, so
   * that two who want the same ones wait for each other in turn. Those that are not there are left out.
   */
  lock(ids: readonly string[]): Promise<readonly Order[]>;
  /**
   * Adds what was paid. An order may occur several times. `withPayment` says what becomes of an order; the plugin expects
   * the same the next time that it locks it.
   */
  applyPayment(payments: readonly OrderPayment[]): Promise<void>;
  /** Takes back what was applied before; `withoutPayment` says what becomes of an order. */
  reversePayment(payments: readonly OrderPayment[]): Promise<void>;
  /** The orders with these ids, in any state, for people who look at them. Without it, pages know their ids alone. */
  findByIds?(ids: readonly string[]): Promise<readonly Order[]>;
  /** Open orders of these customers, or expected from these accounts. Without it, payers are not known again. */
  findByPayers?(question: PayerQuestion): Promise<readonly Order[]>;
  /** Open orders of which exactly so much is left, a few for each amount. Without it, amounts alone say nothing. */
  findByAmounts?(amounts: readonly Amount[]): Promise<readonly Order[]>;
}
