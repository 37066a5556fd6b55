import type { OwnedHooks } from '../../../index.js';
import type { CommissionRecord, CommissionStatus } from '../commissions/commission.js';
import type { RefundRecord } from '../commissions/refund-rows.js';
import type { ConversionRecord } from '../conversions/conversion.js';
import type { RefundSale, Sale } from '../conversions/sales.js';
import type { ExportColumn, ExportFile } from '../exports/csv.js';
import type { FraudCheck, FraudSubject } from '../fraud/subject.js';
import type { PayoutRecord } from '../payouts/payout.js';
import { isRate, type Rate } from '../rates/rate.js';
import type { RateQuestion } from '../rates/rules.js';

/** What a rate or a commission is of. */
export type RateContext = Pick<RateQuestion, 'affiliate' | 'formId' | 'productId'> & {
  /** Minor units of the programme's currency. */
  readonly baseAmount: number;
};

type Answer<T> = T | Promise<T>;

declare module '../../../index.js' {
  interface Filters {
    /** The rate of a conversion, after the rules have said theirs. */
    vendor_affiliate_rate(rate: Rate, context: RateContext): Answer<Rate>;
    /** What a conversion earns, in minor units. A percentage never earns more than its base. */
    vendor_affiliate_commission_amount(amount: number, rate: Rate, context: RateContext): Answer<number>;
    /** The checks that make the commission of a conversion wait for somebody who looks at it. */
    vendor_affiliate_fraud_checks(checks: readonly FraudCheck[], subject: FraudSubject): Answer<readonly FraudCheck[]>;
    /** The columns of a file of affiliates, of commissions, or of the payments of a payout. */
    vendor_affiliate_export_columns(
      columns: readonly ExportColumn[],
      file: ExportFile,
    ): Answer<readonly ExportColumn[]>;
  }
  interface Actions {
    /** A conversion is stored. */
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
    /** A commission is in another state. */
    vendor_affiliate_commission_status_changed(
      commission: CommissionRecord,
      from: CommissionStatus,
      to: CommissionStatus,
    ): void | Promise<void>;
    /** A payout was made out of what was approved. */
    vendor_affiliate_payout_created(payout: PayoutRecord): void | Promise<void>;
    /** A payout was paid. */
    vendor_affiliate_payout_completed(payout: PayoutRecord): void | Promise<void>;
    /** The commission of a conversion waits, since checks found it suspicious. */
    vendor_affiliate_fraud_flagged(commission: CommissionRecord, flags: readonly string[]): void | Promise<void>;
    /** A shop fires it when something was sold that an affiliate may have brought. */
    vendor_affiliate_record_sale(sale: Sale): void | Promise<void>;
    /** A shop fires it when it gave money back. */
    vendor_affiliate_refund_sale(refund: RefundSale): void | Promise<void>;
  }
}

/** Says what the hooks of the ledger are. */
export function defineLedgerHooks({ define }: OwnedHooks): void {
  // Money hangs on them: one that fails refuses.
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('vendor_affiliate_rate', { ...filter, accepts: isRate });
  define('vendor_affiliate_commission_amount', { ...filter, accepts: Number.isSafeInteger });
  define('vendor_affiliate_fraud_checks', { ...filter, accepts: Array.isArray });
  define('vendor_affiliate_export_columns', { ...filter, accepts: Array.isArray });
  // They are told through the outbox: what a listener throws makes it be told again.
  const told = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_affiliate_conversion_recorded', told);
  define('vendor_affiliate_commission_created', told);
  define('vendor_affiliate_commission_approved', told);
  define('vendor_affiliate_commission_rejected', told);
  define('vendor_affiliate_commission_refunded', told);
  define('vendor_affiliate_commission_paid', told);
  define('vendor_affiliate_commission_status_changed', told);
  define('vendor_affiliate_payout_created', told);
  define('vendor_affiliate_payout_completed', told);
  define('vendor_affiliate_fraud_flagged', told);
  // Who fires them hears what went wrong.
  define('vendor_affiliate_record_sale', told);
  define('vendor_affiliate_refund_sale', told);
}
