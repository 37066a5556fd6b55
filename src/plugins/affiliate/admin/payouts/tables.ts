import { type AdminRequest, type ListTableData, listQuery, listTable } from '../../../../admin.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { PaymentDetails } from '../../affiliates/payment-details.js';
import type { Payment, SkippedAffiliate } from '../../payouts/payout.js';
import { personPath } from '../paths.js';

const PER_PAGE = 100;

/**
 * Builds the table of payments.
 * @param details opens the payment details in full, which the person who transfers the money needs
 */
export function paymentTable(
  payments: readonly Payment[],
  details: PaymentDetails,
  request: AdminRequest,
  texts: Strings,
): ListTableData {
  const { text, number, locale } = texts;
  const query = listQuery(request, { perPage: PER_PAGE });
  return listTable(request, query, {
    caption: text('payouts.payments'),
    columns: [
      { name: 'name', label: text('payouts.affiliate') },
      { name: 'address', label: text('payouts.address') },
      { name: 'commissions', label: text('admin.commissions'), numeric: true },
      { name: 'amount', label: text('payouts.amount'), numeric: true },
    ],
    rows: pageOf(payments, query).map(({ affiliateId, name, code, paymentEmail, paymentDetails, ...payment }) => ({
      id: affiliateId,
      label: name,
      cells: {
        name: { text: name || code, link: request.link(personPath(affiliateId)), note: code },
        address: { text: paymentEmail === '' ? '–' : paymentEmail, note: details.reveal(paymentDetails) || undefined },
        commissions: number(payment.commissions),
        amount: moneyText(payment.amount, payment.currency, locale),
      },
    })),
    total: payments.length,
    empty: { text: text('payouts.nobody') },
  });
}

/** Builds the table of affiliates who are owed money but left out, with the reason. */
export function skippedTable(
  skipped: readonly SkippedAffiliate[],
  currency: string,
  request: AdminRequest,
  texts: Strings,
): ListTableData {
  const { text, locale } = texts;
  const query = listQuery(request, { perPage: PER_PAGE, prefix: 'skipped_' });
  return listTable(request, query, {
    caption: text('payouts.left-out'),
    columns: [
      { name: 'code', label: text('payouts.affiliate') },
      { name: 'reason', label: text('payouts.why') },
      { name: 'amount', label: text('payouts.owed'), numeric: true },
    ],
    rows: pageOf(skipped, query).map(({ affiliateId, code, reason, amount }) => ({
      id: affiliateId,
      label: code,
      cells: {
        code: { text: code, link: request.link(personPath(affiliateId)) },
        reason: text(`skip-${reason}`),
        amount: moneyText(amount, currency, locale),
      },
    })),
    total: skipped.length,
    empty: { text: text('payouts.nobody') },
  });
}

function pageOf<T>(all: readonly T[], { page, perPage }: { readonly page: number; readonly perPage: number }): T[] {
  return all.slice((page - 1) * perPage, page * perPage);
}
