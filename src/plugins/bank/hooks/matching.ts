import type { OwnedHooks } from '../../../index.js';
import type { Candidate } from '../matching/candidate.js';
import type { PaymentRecord } from '../matching/payment.js';
import type { MatchRule } from '../matching/rule.js';
import type { Order } from '../receivables/order.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import type { OrderRecord } from '../receivables/receivable.js';
import type { TransactionRecord } from '../transactions/record.js';

/** What was paid of an order beyond what was left of it. */
export interface Surplus {
  /** Major units; `amount_minor` has the same exactly. */
  readonly amount: number;
  readonly amount_minor: number;
  readonly currency: string;
}

type Answer<T> = T | Promise<T>;

declare module '../../../index.js' {
  interface Filters {
    /** Where orders come from and where their payments go: a shop puts its own in place of the receivables. */
    vendor_bank_order_provider(provider: OrderProvider): Answer<OrderProvider>;
    /** The table of rules, in the order in which they are asked. */
    vendor_bank_match_rules(rules: readonly MatchRule[]): Answer<readonly MatchRule[]>;
    /**
     * The orders that a transaction may be for, before any rule is asked. It runs inside a transaction of the database,
     * once for each transaction of the bank: read with few statements, or from memory. Orders are looked at again when
     * they are locked, so an id that is added counts as the provider knows it.
     */
    vendor_bank_match_candidates(
      candidates: readonly Candidate[],
      transaction: TransactionRecord,
    ): Answer<readonly Candidate[]>;
    /** Minor units by which a payment may differ from what is left of an order. */
    vendor_bank_tolerance(tolerance: number, order: Order, transaction: TransactionRecord): Answer<number>;
  }
  interface Actions {
    /** A transaction pays an order, or several. */
    vendor_bank_transaction_matched(transaction: TransactionRecord): void | Promise<void>;
    /** A transaction pays nothing: no order was found for it, or somebody took its match back. */
    vendor_bank_transaction_unmatched(transaction: TransactionRecord): void | Promise<void>;
    /** An order is paid, or was let off the little that is missing. */
    vendor_bank_order_paid(order: OrderRecord, payment: PaymentRecord): void | Promise<void>;
    /** A part of an order was paid; it stays open. */
    vendor_bank_order_partially_paid(order: OrderRecord, payment: PaymentRecord): void | Promise<void>;
    /** More was paid than what was left of an order, which is paid. The surplus waits for somebody to decide about it. */
    vendor_bank_order_overpaid(order: OrderRecord, payment: PaymentRecord, surplus: Surplus): void | Promise<void>;
    /** A payment was undone: the bank took it back, or somebody unmatched it. The order is as it was without it. */
    vendor_bank_payment_reversed(order: OrderRecord, payment: PaymentRecord): void | Promise<void>;
  }
}

/** Says what the hooks of matching are. */
export function defineMatchingHooks({ define }: OwnedHooks): void {
  // Money hangs on them: one that fails refuses. At a single transaction, it is that one which is set aside.
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('vendor_bank_order_provider', { ...filter, accepts: isProvider });
  define('vendor_bank_match_rules', { ...filter, accepts: Array.isArray });
  define('vendor_bank_match_candidates', { ...filter, accepts: Array.isArray });
  define('vendor_bank_tolerance', { ...filter, accepts: isTolerance });
  // They are told through the outbox: what a listener throws makes it be told again.
  const told = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_bank_transaction_matched', told);
  define('vendor_bank_transaction_unmatched', told);
  define('vendor_bank_order_paid', told);
  define('vendor_bank_order_partially_paid', told);
  define('vendor_bank_order_overpaid', told);
  define('vendor_bank_payment_reversed', told);
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
