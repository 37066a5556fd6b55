import type { Database } from '../../../index.js';
import { type Affiliate, toAffiliate } from '../affiliates/affiliate.js';
import { type Commission, type CommissionStatus, toCommission } from '../commissions/commission.js';
import { toPayment } from '../payouts/payments.js';
import type { Payment } from '../payouts/payout.js';
import type { MailJob } from './mail-job.js';
import type { MailType } from './mail-types.js';

/** What a mail is about, as it is when it is sent. */
export interface CurrentSubject {
  readonly affiliate: Affiliate;
  readonly commission: Commission | null;
  readonly payment: Payment | null;
}

/** What has to be so still: hours may go by until a mail server takes a mail, and nobody is to read what is over. */
const STATUS_OF_AFFILIATE: Readonly<Partial<Record<MailType, string>>> = {
  registered: 'pending',
  application: 'pending',
  approved: 'active',
  rejected: 'rejected',
};
const STATUSES_OF_COMMISSION: Readonly<Partial<Record<MailType, readonly CommissionStatus[]>>> = {
  'commission-approved': ['approved', 'paid'],
  'commission-rejected': ['rejected'],
  'commission-paid': ['paid'],
  'commission-flagged': ['pending'],
};

/**
 * Reads what a mail is about.
 * @returns null where nothing is left to write about: somebody is gone, was erased or left no address, or it is not so any
 *   more
 */
export async function readSubject(
  db: Database,
  { type, affiliate: affiliateId, commission: commissionId, payout }: MailJob,
): Promise<CurrentSubject | null> {
  const row = await db.query
    .selectFrom('affiliate_affiliates')
    .selectAll()
    .where('id', '=', affiliateId)
    .executeTakeFirst();
  if (!row || row.email === '' || row.status !== (STATUS_OF_AFFILIATE[type] ?? row.status)) return null;
  const affiliate = toAffiliate(row);
  if (payout !== null) {
    const payment = await readPayment(db, payout, affiliateId);
    return payment && { affiliate, commission: null, payment };
  }
  if (commissionId === null) return { affiliate, commission: null, payment: null };
  const commission = await readCommission(db, commissionId);
  const isSo = commission && (STATUSES_OF_COMMISSION[type] ?? []).includes(commission.status);
  return isSo ? { affiliate, commission, payment: null } : null;
}

async function readCommission(db: Database, id: number): Promise<Commission | null> {
  const row = await db.query.selectFrom('affiliate_commissions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toCommission(row) : null;
}

async function readPayment(db: Database, payoutId: number, affiliateId: number): Promise<Payment | null> {
  const row = await db.query
    .selectFrom('affiliate_payments')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('affiliate_id', '=', affiliateId)
    .executeTakeFirst();
  return row ? toPayment(row) : null;
}
