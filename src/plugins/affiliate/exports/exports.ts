import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import { amountText } from '../../../money.js';
import { csvLines, type FiltersOf } from '../../../resource.js';
import type { Affiliate } from '../affiliates/affiliate.js';
import type { Affiliates } from '../affiliates/affiliates.js';
import type { AffiliateQuery } from '../affiliates/listing.js';
import type { PaymentDetails } from '../affiliates/payment-details.js';
import { affiliateRecord } from '../affiliates/records.js';
import type { AffiliateTotals, TotalsOf } from '../affiliates/totals.js';
import { commissionList } from '../commissions/commission.js';
import type { Payment } from '../payouts/payout.js';
import type { Payouts } from '../payouts/payouts.js';
import { csvPages, type ExportRow } from './csv.js';

/** CSV exports of the programme, read page by page in id order. */
export interface Exports {
  affiliates(query: Omit<AffiliateQuery, 'order' | 'orderBy' | 'page' | 'perPage'>): AsyncIterable<string>;
  commissions(values: FiltersOf<typeof commissionList>): AsyncIterable<string>;
  /** @throws HostError 404 `vendor_affiliate_not_found` */
  payout(id: number): Promise<string>;
}

const ROWS_PER_PAGE = 500;

const AFFILIATE_COLUMNS = [
  ...['id', 'code', 'status', 'first_name', 'last_name', 'display_name', 'email', 'website', 'country', 'tax_id'],
  ...['payment_method', 'payment_email', 'rate_type', 'rate', 'parent_id', 'clicks', 'unique_clicks', 'conversions'],
  ...['pending', 'approved', 'paid', 'balance', 'currency', 'flags', 'registered_at', 'approved_at'],
];
const PAYOUT_COLUMNS = [
  ...[
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
  ],
];

export function createExports({
  db,
  hooks,
  affiliates,
  totalsOf,
  ledger: { payouts },
}: {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly affiliates: Pick<Affiliates, 'details' | 'list'>;
  readonly totalsOf: TotalsOf;
  readonly ledger: {
    readonly payouts: Pick<Payouts, 'get' | 'paymentsOf'>;
  };
}): Exports {
  async function affiliateRows(rows: readonly Affiliate[]): Promise<ExportRow[]> {
    const totals = await totalsOf(rows.map(({ id }) => id));
    return rows.map((row) => affiliateRow(row, totals.get(row.id)));
  }

  return {
    affiliates: (query) =>
      csvPages(
        hooks,
        { kind: 'affiliates' },
        AFFILIATE_COLUMNS,
        pagesOf(async (page) => {
          const { rows } = await affiliates.list({ ...query, ...page, orderBy: 'id', order: 'asc' });
          return affiliateRows(rows);
        }),
      ),
    commissions: (values) =>
      csvLines(commissionList, db, { ...values, order: 'asc' }, (columns) =>
        hooks.applyFiltersAsync('vendor_affiliate_export_columns', columns, { kind: 'commissions' }),
      ),
    async payout(id) {
      const { id: payoutId } = await payouts.get(id);
      const rows = (await payouts.paymentsOf(id)).map((payment) => paymentRow(payment, payoutId, affiliates.details));
      let text = '';
      for await (const part of csvPages(hooks, { kind: 'payout' }, PAYOUT_COLUMNS, onePage(rows))) text += part;
      return text;
    },
  };
}

async function* pagesOf(
  read: (page: { readonly page: number; readonly perPage: number }) => Promise<readonly ExportRow[]>,
): AsyncGenerator<readonly ExportRow[]> {
  for (let page = 1; ; page += 1) {
    const rows = await read({ page, perPage: ROWS_PER_PAGE });
    yield rows;
    if (rows.length < ROWS_PER_PAGE) return;
  }
}

async function* onePage(rows: readonly ExportRow[]): AsyncGenerator<readonly ExportRow[]> {
  yield rows;
}

function affiliateRow(affiliate: Affiliate, totals: AffiliateTotals | undefined): ExportRow {
  const { currency } = affiliate;
  const money = (minor = 0): string => amountText(minor, currency);
  return {
    ...affiliateRecord(affiliate),
    payment_method: affiliate.paymentMethod,
    payment_email: affiliate.paymentEmail,
    clicks: totals?.clicks ?? 0,
    unique_clicks: totals?.uniqueClicks ?? 0,
    conversions: totals?.conversions ?? 0,
    pending: money(totals?.pending),
    approved: money(totals?.approved),
    paid: money(totals?.paid),
    balance: money(totals?.balance),
  };
}

function paymentRow(payment: Payment, payoutId: number, details: PaymentDetails): ExportRow {
  const { affiliateId, code, name, paymentEmail, paymentDetails, method, amount, currency, commissions } = payment;
  return {
    payout_id: payoutId,
    affiliate_id: affiliateId,
    code,
    name,
    payment_email: paymentEmail,
    method,
    payment_details: details.shown(paymentDetails),
    amount: amountText(amount, currency),
    currency,
    commissions,
  };
}
