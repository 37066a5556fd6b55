import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import { HostError, type PluginContext } from '../../../index.js';
import { invalidParam, saleNotFound } from '../commissions/errors.js';
import type { ReadLedgerSettings } from '../commissions/ledger-settings.js';
import type { RefundResult } from '../commissions/refund-steps.js';
import type { Refunding } from '../commissions/refunding.js';
import type { NewConversion } from './conversion.js';
import { amountOf, assertCurrency } from './read-input.js';
import type { RecordConversion, RecordedConversion } from './record.js';

/** A sale of one of the site's shops. */
export interface Sale extends Omit<NewConversion, 'origin' | 'type' | 'externalId'> {
  /** Order id. */
  readonly reference: string;
}

/** A refund by one of the site's shops. */
export interface RefundSale {
  /** Order id. */
  readonly reference: string;
  /** Major units of the order; without it, everything that is left. */
  readonly amount?: number | string | undefined;
  readonly currency?: string | undefined;
  /** Refund id, which makes the call idempotent. */
  readonly refundReference?: string | undefined;
}

export interface Sales {
  /** Records a sale. Repeats of the same order are recorded once. @throws as `record` */
  recordSale(sale: Sale): Promise<RecordedConversion>;
  /**
   * Reduces the commission in proportion to a customer's refund. This happens immediately, or when the commission's
   * payout ends (`waits`). Nothing changes if nothing is owed.
   * @returns the commission's result; null for a sale that earned nothing
   * @throws HostError 404 `vendor_affiliate_not_found` for a sale that was not recorded, and as `refundInTime`
   */
  refundSale(refund: RefundSale): Promise<RefundResult | null>;
}

export interface SalesParts {
  readonly db: Database;
  readonly record: RecordConversion;
  readonly refundInTime: Refunding['refundInTime'];
  readonly settings: ReadLedgerSettings;
}

export function createSales({ db, record, refundInTime, settings }: SalesParts): Sales {
  return {
    recordSale({ reference, ...sale }) {
      if (reference === '') throw invalidParam('reference', 'Enter the order ID, so the order is recorded once.');
      return record({ ...sale, origin: 'host', type: 'sale', externalId: reference });
    },
    async refundSale({ reference, amount, currency: givenCurrency, refundReference }) {
      const { currency } = await settings();
      assertCurrency(givenCurrency, currency);
      const sale = await db.query
        .selectFrom('affiliate_conversions')
        .select('id')
        .where('origin', '=', 'host')
        .where('reference', '=', reference)
        .executeTakeFirst();
      if (!sale) throw saleNotFound(reference);
      const commission = await db.query
        .selectFrom('affiliate_commissions')
        .select('id')
        .where('conversion_id', '=', sale.id)
        .where('parent_id', '=', 0)
        .executeTakeFirst();
      if (!commission) return null;
      return refundInTime(commission.id, {
        amount: amount === undefined ? undefined : amountOf(amount, currency),
        reference: refundReference,
      });
    },
  };
}

/**
 * Listens to the shops of this site. A sale without an active affiliate earns nothing and must not fail an order; nor
 * must a refund with nothing owed or one that waits for a payout. Other errors are thrown to the shop.
 */
export function listenToSales(
  hooks: Pick<OwnedHooks, 'addAction'>,
  { recordSale, refundSale }: Sales,
  log: Pick<PluginContext['log'], 'info'>,
): void {
  hooks.addAction('vendor_affiliate_record_sale', async (sale) => {
    try {
      await recordSale(sale);
    } catch (error) {
      if (!isOfNobody(error)) throw error;
      log.info({ err: error, reference: sale.reference }, 'A sale was not recorded: no affiliate matches');
    }
  });
  hooks.addAction('vendor_affiliate_refund_sale', async (refund) => {
    try {
      const refunded = await refundSale(refund);
      if (refunded?.waits) log.info({ reference: refund.reference }, 'A refund waits until a payout ends');
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'vendor_affiliate_not_found') throw error;
      log.info({ err: error, reference: refund.reference }, 'A sale without an affiliate was refunded');
    }
  });
}

function isOfNobody(error: unknown): boolean {
  const codes = ['vendor_affiliate_inactive', 'vendor_affiliate_affiliate_not_found'];
  return error instanceof HostError && codes.includes(error.code);
}
