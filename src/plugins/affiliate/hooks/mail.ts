import type { MailMessage, OwnedHooks } from '../../../index.js';
import type { AffiliateRecord } from '../affiliates/records.js';
import type { CommissionRecord } from '../commissions/commission.js';
import type { MailType } from '../mail/mail-types.js';
import type { PaymentRecord } from '../payouts/payout.js';

/** What a mail is about. */
export interface MailSubject {
  /** Also of a mail to administrators: who has applied, or whose commission is suspicious. */
  readonly affiliate: AffiliateRecord;
  /** Null where the mail is about none. */
  readonly commission: CommissionRecord | null;
  /** What a payout pays them; null where the mail is about none. */
  readonly payment: PaymentRecord | null;
  /** BCP 47: the language that it is written in. */
  readonly locale: string;
}

declare module '../../../index.js' {
  interface Filters {
    /** A mail of the programme before it is sent; null sends none. It is asked again when a mail is tried again. */
    vendor_affiliate_email(
      message: MailMessage | null,
      type: MailType,
      subject: MailSubject,
    ): MailMessage | null | Promise<MailMessage | null>;
  }
}

/** Says what the hooks of mails are. A callback that fails is left out: who is owed a mail is sent it. */
export function defineMailHooks({ define }: OwnedHooks): void {
  define('vendor_affiliate_email', {
    ...{ kind: 'filter', since: '0.1.0', async: 'allowed', onError: 'isolate' },
    accepts: isMailOrNull,
  });
}

function isMailOrNull(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  const { to, subject, text } = value as Partial<Record<keyof MailMessage, unknown>>;
  return [to, subject, text].every((part) => typeof part === 'string');
}
