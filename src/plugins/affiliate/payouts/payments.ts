import type { Database, Selectable, TableOf } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { paymentsTable } from '../tables/payouts.js';
import type { Payment } from './payout.js';

const ROWS_PER_STATEMENT = 200;

export async function addPayments(db: Database, payoutId: number, payments: readonly Payment[]): Promise<void> {
  const rows = payments.map(({ affiliateId, paymentEmail, paymentDetails, ...payment }) => ({
    ...payment,
    payout_id: payoutId,
    affiliate_id: affiliateId,
    payment_email: paymentEmail,
    payment_details: paymentDetails,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db.query
      .insertInto('affiliate_payments')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
  }
}

/** Reads the payments of a payout, in order of the affiliates' ids. */
export async function readPayments(db: Database, payoutId: number): Promise<Payment[]> {
  const rows = await db.query
    .selectFrom('affiliate_payments')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('affiliate_id')
    .execute();
  return rows.map(toPayment);
}

export function toPayment(row: Selectable<TableOf<typeof paymentsTable>>): Payment {
  return {
    affiliateId: row.affiliate_id,
    amount: row.amount,
    currency: row.currency,
    commissions: row.commissions,
    code: row.code,
    name: row.name,
    paymentEmail: row.payment_email,
    paymentDetails: row.payment_details ?? '',
    method: row.method,
  };
}

const PAYMENT_METHODS: readonly string[] = ['paypal', 'bank', 'store_credit', 'manual'];

/** Returns the built-in payment methods, after the filter. */
export function paymentMethods(hooks: Pick<OwnedHooks, 'applyFiltersAsync'>): Promise<readonly string[]> {
  return hooks.applyFiltersAsync('vendor_affiliate_payment_methods', PAYMENT_METHODS);
}
