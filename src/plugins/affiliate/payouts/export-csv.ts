import { amountText, type OwnedHooks } from '../../../index.js';
import { type Payment, type Payout, type PayoutRecord, payoutRecord } from './payout.js';

/** A column of the file of a payout. */
export interface ExportColumn {
  readonly name: string;
  /** What is a formula for a spreadsheet becomes a text. */
  readonly value: (payment: Payment, payout: PayoutRecord) => string | number;
}

const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { name: 'payout_id', value: (_, payout) => payout.id },
  { name: 'affiliate_id', value: ({ affiliateId }) => affiliateId },
  { name: 'code', value: ({ code }) => code },
  { name: 'name', value: ({ name }) => name },
  { name: 'payment_email', value: ({ paymentEmail }) => paymentEmail },
  { name: 'method', value: ({ method }) => method },
  { name: 'amount', value: ({ amount, currency }) => amountText(amount, currency) },
  { name: 'currency', value: ({ currency }) => currency },
  { name: 'commissions', value: ({ commissions }) => commissions },
];

/** A payout as CSV (RFC 4180): a line of names, and one for each payment. */
export async function exportCsv(
  hooks: Pick<OwnedHooks, 'applyFiltersAsync'>,
  payout: Payout,
  payments: readonly Payment[],
): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  const record = payoutRecord(payout);
  const columns = await hooks.applyFiltersAsync('vendor_affiliate_export_columns', EXPORT_COLUMNS, record);
  const lines = payments.map((payment) => columns.map(({ value }) => harmless(value(payment, record))));
  return stringify([columns.map(({ name }) => harmless(name)), ...lines], { record_delimiter: 'windows' });
}

/** Names come from anybody: what a spreadsheet would take for a formula gets an apostrophe in front. */
function harmless(value: string | number): string | number {
  return typeof value === 'string' && /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(value) ? `'${value}` : value;
}
