import type { Database } from '../../../index.js';
import { invalidParam, saleNotFound } from '../commissions/errors.js';
import type { ReadLedgerSettings } from '../commissions/ledger-settings.js';
import type { Refunded } from '../commissions/refund-steps.js';
import type { Refunding } from '../commissions/refunding.js';
import type { NewConversion } from './conversion.js';
import { amountOf, assertCurrency } from './read-input.js';
import type { RecordConversion, RecordedConversion } from './record.js';

/** Something that a shop of this site has sold. */
export interface Sale extends Omit<NewConversion, 'origin' | 'type' | 'externalId'> {
  /** Id of the order. */
  readonly reference: string;
}

/** Money that a shop of this site gave back. */
export interface RefundSale {
  /** Id of the order. */
  readonly reference: string;
  /** Major units of the order; all that is left without it. */
  readonly amount?: number | string | undefined;
  readonly currency?: string | undefined;
  /** Id of the refund: what has the same one counts once. */
  readonly refundReference?: string | undefined;
}

export interface Sales {
  /** Records a sale once, however often it is told. @throws as `record` */
  recordSale(sale: Sale): Promise<RecordedConversion>;
  /**
   * Takes back what falls to the money that a customer has back: at once, or when the payout that the commission is in
   * has ended (`waits`). Where nothing is owed any more, nothing is changed.
   * @returns what became of the commission; null for a sale that earned nothing
   * @throws HostError 404 `vendor_affiliate_not_found` for a sale that was not recorded, and as `refundInTime`
   */
  refundSale(refund: RefundSale): Promise<Refunded | null>;
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
      if (reference === '') throw invalidParam('reference', 'Name the order, so that it is recorded once.');
      return record({ ...sale, origin: 'host', type: 'sale', externalId: reference });
    },
    async refundSale({ reference, amount, currency: given, refundReference }) {
      const { currency } = await settings();
      assertCurrency(given, currency);
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
