import type { Outbox } from '../../../webhooks.js';
import { type Commission, type CommissionStatus, commissionList } from './commission.js';
import type { RefundRecord } from './refund-rows.js';

/** Announcements of ledger changes, made within the transactions that change it. */
export interface CommissionAnnouncements {
  created(commission: Commission): Promise<void>;
  /** Announces a commission that was approved, rejected, paid or reopened. */
  moved(commission: Commission, from: CommissionStatus): Promise<void>;
  refunded(commission: Commission, from: CommissionStatus, refund: RefundRecord): Promise<void>;
}

export function createCommissionAnnouncements(outbox: Pick<Outbox, 'announce'>): CommissionAnnouncements {
  async function changed(commission: Commission, from: CommissionStatus): Promise<void> {
    const { status } = commission;
    if (status === from) return;
    await outbox.announce(
      'vendor_affiliate_commission_status_changed',
      commissionList.record(commission),
      from,
      status,
    );
  }

  return {
    async created(commission) {
      const record = commissionList.record(commission);
      await outbox.announce('vendor_affiliate_commission_created', record);
      if (commission.status === 'approved') await outbox.announce('vendor_affiliate_commission_approved', record);
      if (record.flags.length > 0) await outbox.announce('vendor_affiliate_fraud_flagged', record, record.flags);
    },
    async moved(commission, from) {
      const record = commissionList.record(commission);
      const { status } = commission;
      if (status === 'approved') await outbox.announce('vendor_affiliate_commission_approved', record);
      if (status === 'rejected') await outbox.announce('vendor_affiliate_commission_rejected', record);
      if (status === 'paid') await outbox.announce('vendor_affiliate_commission_paid', record);
      await changed(commission, from);
    },
    async refunded(commission, from, refund) {
      await outbox.announce('vendor_affiliate_commission_refunded', commissionList.record(commission), refund);
      await changed(commission, from);
    },
  };
}
