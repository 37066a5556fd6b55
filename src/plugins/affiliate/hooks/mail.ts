import type { OwnedHooks } from '../../../hooks.js';
import type { MailMessage } from '../../../services.js';
import type { AffiliateRecord } from '../affiliates/records.js';
import type { CommissionRecord } from '../commissions/commission.js';
import type { MailType } from '../mail/mail-job.js';
import type { PaymentRecord } from '../payouts/payout.js';

/** Subject of a mail. */
export interface MailSubject {
  /** The affiliate. In a mail to administrators, the applicant or the owner of the flagged commission. */
  readonly affiliate: AffiliateRecord;
  /** Null if the mail is not about a commission. */
  readonly commission: CommissionRecord | null;
  /** Payment of a payout; null if the mail is not about one. */
  readonly payment: PaymentRecord | null;
  /** BCP 47 language of the mail. */
  readonly locale: string;
}

declare module '../../../index.js' {
  interface Filters {
    /** Mail before it is sent; null to send none. Called again on each retry. */
    vendor_affiliate_email(
      message: MailMessage | null,
      type: MailType,
      subject: MailSubject,
    ): MailMessage | null | Promise<MailMessage | null>;
  }
}

/** Defines the mail hooks. Failing callbacks are skipped, so that the mail is still sent. */
export function defineMailHooks({ define }: OwnedHooks): void {
  define('vendor_affiliate_email', {
    kind: 'filter',
    since: '0.1.0',
    async: 'allowed',
    onError: 'isolate',
    accepts: isMailOrNull,
  });
}

function isMailOrNull(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  const { to, subject, text } = value as Partial<Record<keyof MailMessage, unknown>>;
  return [to, subject, text].every((part) => typeof part === 'string');
}
