import type { Database } from '../../../database.js';
import { type Affiliate, toAffiliate } from '../affiliates/affiliate.js';
import { type Commission, type CommissionStatus, toCommission } from '../commissions/commission.js';
import { toPayment } from '../payouts/payments.js';
import type { Payment } from '../payouts/payout.js';
import type { MailJob, MailType } from './mail-job.js';

/** Current subject of a mail, read when it is sent. */
export interface CurrentSubject {
  readonly affiliate: Affiliate;
  readonly commission: Commission | null;
  readonly payment: Payment | null;
}

/** Status required when the mail is sent. That may be hours later, and outdated mails must not go out. */
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
 * Reads the subject of a mail.
 * @returns null if there is nothing left to write about: the affiliate is gone, erased or has no email, or the status
 *   has changed
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
