import type { Awaitable, OwnedHooks } from '../../../hooks.js';
import type { Candidate } from '../matching/candidate.js';
import type { PaymentRecord } from '../matching/payment.js';
import type { MatchRule } from '../matching/rule.js';
import type { Order } from '../receivables/order.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import type { OrderRecord } from '../receivables/receivable.js';
import type { TransactionRecord } from '../transactions/transaction-list.js';

/** Amount paid beyond the open amount of an order. */
export interface Surplus {
  /** Major units; `amount_minor` is the exact amount. */
  readonly amount: number;
  readonly amount_minor: number;
  readonly currency: string;
}

declare module '../../../index.js' {
  interface Filters {
    /** Replaces the provider of orders, for shops with orders of their own. */
    vendor_bank_order_provider(provider: OrderProvider): Awaitable<OrderProvider>;
    /** Changes the matching rules, in the order in which they are applied. */
    vendor_bank_match_rules(rules: readonly MatchRule[]): Awaitable<readonly MatchRule[]>;
    /**
     * Changes the candidate orders of a transaction before the rules are applied.
     * Runs within a database transaction, once per bank transaction: use few queries, or read from memory. Orders are
     * reloaded when they are locked, so only the IDs of added candidates matter.
     */
    vendor_bank_match_candidates(
      candidates: readonly Candidate[],
      transaction: TransactionRecord,
    ): Awaitable<readonly Candidate[]>;
    /** Changes the minor units by which a payment may differ from the order's open amount. */
    vendor_bank_tolerance(tolerance: number, order: Order, transaction: TransactionRecord): Awaitable<number>;
  }
  interface Actions {
    /** Fires when a transaction pays one or more orders. */
    vendor_bank_transaction_matched(transaction: TransactionRecord): void | Promise<void>;
    /** Fires when a transaction pays nothing: no order was found, or its match was undone. */
    vendor_bank_transaction_unmatched(transaction: TransactionRecord): void | Promise<void>;
    /** Fires when an order is paid, possibly with a small rest waived. */
    vendor_bank_order_paid(order: OrderRecord, payment: PaymentRecord): void | Promise<void>;
    /** Fires when a part of an order was paid and it stays open. */
    vendor_bank_order_partially_paid(order: OrderRecord, payment: PaymentRecord): void | Promise<void>;
    /** Fires when an order is overpaid. The order is paid, and a user has to decide about the surplus. */
    vendor_bank_order_overpaid(order: OrderRecord, payment: PaymentRecord, surplus: Surplus): void | Promise<void>;
    /** Fires when a payment was undone by the bank or a user. The order is as it was without it. */
    vendor_bank_payment_reversed(order: OrderRecord, payment: PaymentRecord): void | Promise<void>;
  }
}

/** Defines the matching hooks. */
export function defineMatchingHooks({ define }: OwnedHooks): void {
  // Critical, because money depends on them: a filter that throws fails the run, or, if called per transaction, only
  // that transaction.
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('vendor_bank_order_provider', { ...filter, accepts: isProvider });
  define('vendor_bank_match_rules', { ...filter, accepts: Array.isArray });
  define('vendor_bank_match_candidates', { ...filter, accepts: Array.isArray });
  define('vendor_bank_tolerance', { ...filter, accepts: isTolerance });
  // Announced through the outbox: if a listener throws, the action is repeated.
  const announcement = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_bank_transaction_matched', announcement);
  define('vendor_bank_transaction_unmatched', announcement);
  define('vendor_bank_order_paid', announcement);
  define('vendor_bank_order_partially_paid', announcement);
  define('vendor_bank_order_overpaid', announcement);
  define('vendor_bank_payment_reversed', announcement);
}

function isProvider(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const provider = value as Partial<Record<keyof OrderProvider, unknown>>;
  return [provider.findByReferences, provider.lock, provider.applyPayment, provider.reversePayment].every(
    (method) => typeof method === 'function',
  );
}

function isTolerance(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
