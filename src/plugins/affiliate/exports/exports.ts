import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import { amountText } from '../../../money.js';
import { type CsvColumn, type CsvRow, csvLines, type FiltersOf } from '../../../resource.js';
import { csvText } from '../../../text.js';
import type { AffiliateList } from '../affiliates/affiliate-list.js';
import type { PaymentDetails } from '../affiliates/payment-details.js';
import { commissionList } from '../commissions/commission.js';
import type { Payment } from '../payouts/payout.js';
import type { Payouts } from '../payouts/payouts.js';

/** Content of an export: all rows of a type, or the payments of one payout. */
export interface ExportFile {
  readonly kind: 'affiliates' | 'commissions' | 'payout';
}

/** CSV exports of the program. */
export interface Exports {
  affiliates(values: FiltersOf<AffiliateList>): AsyncIterable<string>;
  commissions(values: FiltersOf<typeof commissionList>): AsyncIterable<string>;
  /** @throws HostError 404 `vendor_affiliate_not_found` */
  payout(id: number): Promise<string>;
}

const PAYOUT_COLUMNS = [
  'payout_id',
  'affiliate_id',
  'code',
  'name',
  'payment_email',
  'payment_details',
  'method',
  'amount',
  'currency',
  'commissions',
];

export function createExports({
  db,
  hooks,
  affiliateList,
  details,
  payouts,
}: {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly affiliateList: AffiliateList;
  readonly details: PaymentDetails;
  readonly payouts: Pick<Payouts, 'get' | 'paymentsOf'>;
}): Exports {
  const columnsOf = (kind: ExportFile['kind']) => (columns: readonly CsvColumn[]) =>
    hooks.applyFiltersAsync('vendor_affiliate_export_columns', columns, { kind });

  return {
    affiliates: (values) =>
      csvLines(affiliateList, db, { ...values, orderBy: 'id', order: 'asc' }, columnsOf('affiliates')),
    commissions: (values) => csvLines(commissionList, db, { ...values, order: 'asc' }, columnsOf('commissions')),
    async payout(id) {
      const { id: payoutId } = await payouts.get(id);
      const rows = (await payouts.paymentsOf(id)).map((payment) => paymentRow(payment, payoutId, details));
      const own = PAYOUT_COLUMNS.map((name) => ({ name, value: (row: CsvRow) => row[name] ?? null }));
      const columns = await columnsOf('payout')(own);
      return csvText([columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => value(row)))]);
    },
  };
}

function paymentRow(payment: Payment, payoutId: number, details: PaymentDetails): CsvRow {
  const { affiliateId, code, name, paymentEmail, paymentDetails, method, amount, currency, commissions } = payment;
  return {
    payout_id: payoutId,
    affiliate_id: affiliateId,
    code,
    name,
    payment_email: paymentEmail,
    method,
    payment_details: details.reveal(paymentDetails),
    amount: amountText(amount, currency),
    currency,
    commissions,
  };
}
