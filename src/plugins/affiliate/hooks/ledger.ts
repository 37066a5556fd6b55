import type { Awaitable, OwnedHooks } from '../../../hooks.js';
import type { CsvColumn } from '../../../resource.js';
import type { CommissionRecord, CommissionStatus } from '../commissions/commission.js';
import type { RefundRecord } from '../commissions/refund-rows.js';
import type { ConversionRecord } from '../conversions/conversion.js';
import type { RefundSale, Sale } from '../conversions/sales.js';
import type { ExportFile } from '../exports/exports.js';
import type { FraudCheck, FraudSubject } from '../fraud/subject.js';
import type { PayoutRecord } from '../payouts/payout.js';
import { isRate, type Rate } from '../rates/rate.js';
import type { RateQuestion } from '../rates/rules.js';

/** Context of a rate or a commission amount. */
export type RateContext = Pick<RateQuestion, 'affiliate' | 'formId' | 'productId'> & {
  /** Minor units of the program's currency. */
  readonly baseAmount: number;
};

declare module '../../../index.js' {
  interface Filters {
    /** Rate of a conversion, after the rules. */
    vendor_affiliate_rate(rate: Rate, context: RateContext): Awaitable<Rate>;
    /** Earnings of a conversion, in minor units. A percentage never earns more than its base. */
    vendor_affiliate_commission_amount(amount: number, rate: Rate, context: RateContext): Awaitable<number>;
    /** Fraud checks that hold the commission of a conversion for a decision. */
    vendor_affiliate_fraud_checks(
      checks: readonly FraudCheck[],
      subject: FraudSubject,
    ): Awaitable<readonly FraudCheck[]>;
    /** Columns of an export of affiliates, commissions or the payments of a payout. */
    vendor_affiliate_export_columns(columns: readonly CsvColumn[], file: ExportFile): Awaitable<readonly CsvColumn[]>;
  }
  interface Actions {
    /** A conversion was stored. */
    vendor_affiliate_conversion_recorded(conversion: ConversionRecord): void | Promise<void>;
    /** A row was added to the ledger. */
    vendor_affiliate_commission_created(commission: CommissionRecord): void | Promise<void>;
    /** A commission was approved. */
    vendor_affiliate_commission_approved(commission: CommissionRecord): void | Promise<void>;
    /** A commission was rejected. */
    vendor_affiliate_commission_rejected(commission: CommissionRecord): void | Promise<void>;
    /** A commission was refunded in whole or in part. */
    vendor_affiliate_commission_refunded(commission: CommissionRecord, refund: RefundRecord): void | Promise<void>;
    /** A commission was paid. */
    vendor_affiliate_commission_paid(commission: CommissionRecord): void | Promise<void>;
    /** The status of a commission changed. */
    vendor_affiliate_commission_status_changed(
      commission: CommissionRecord,
      from: CommissionStatus,
      to: CommissionStatus,
    ): void | Promise<void>;
    /** A payout was created from approved commissions. */
    vendor_affiliate_payout_created(payout: PayoutRecord): void | Promise<void>;
    /** A payout was paid. */
    vendor_affiliate_payout_completed(payout: PayoutRecord): void | Promise<void>;
    /** Fraud checks flagged a conversion, so its commission waits for a decision. */
    vendor_affiliate_fraud_flagged(commission: CommissionRecord, flags: readonly string[]): void | Promise<void>;
    /** Fired by a shop after a sale that may belong to an affiliate. */
    vendor_affiliate_record_sale(sale: Sale): void | Promise<void>;
    /** Fired by a shop after a refund. */
    vendor_affiliate_refund_sale(refund: RefundSale): void | Promise<void>;
  }
}

/** Defines the hooks of the ledger. */
export function defineLedgerHooks({ define }: OwnedHooks): void {
  // Money depends on these filters, so a failing callback aborts the operation.
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('vendor_affiliate_rate', { ...filter, accepts: isRate });
  define('vendor_affiliate_commission_amount', { ...filter, accepts: Number.isSafeInteger });
  define('vendor_affiliate_fraud_checks', { ...filter, accepts: Array.isArray });
  define('vendor_affiliate_export_columns', { ...filter, accepts: Array.isArray });
  // Sent through the outbox: an error in a listener causes another delivery.
  const announcement = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_affiliate_conversion_recorded', announcement);
  define('vendor_affiliate_commission_created', announcement);
  define('vendor_affiliate_commission_approved', announcement);
  define('vendor_affiliate_commission_rejected', announcement);
  define('vendor_affiliate_commission_refunded', announcement);
  define('vendor_affiliate_commission_paid', announcement);
  define('vendor_affiliate_commission_status_changed', announcement);
  define('vendor_affiliate_payout_created', announcement);
  define('vendor_affiliate_payout_completed', announcement);
  define('vendor_affiliate_fraud_flagged', announcement);
  // Errors reach the shop that fired the action.
  define('vendor_affiliate_record_sale', announcement);
  define('vendor_affiliate_refund_sale', announcement);
}
