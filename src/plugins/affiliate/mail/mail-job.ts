import type { MailType } from './mail-types.js';

/** Job for one mail to one recipient. It stores only ids; the content is read when the mail is sent. */
export interface MailJob {
  readonly type: MailType;
  readonly affiliate: number;
  /** Null for a mail that is not about a commission. */
  readonly commission: number | null;
  readonly payout: number | null;
  /** Sealed email; null for the affiliate's email at the time of sending. */
  readonly to: string | null;
  /** Change of the payment details; null for other mails. */
  readonly change: { readonly fields: readonly string[]; readonly held_until: string } | null;
}

/** Purpose that recipients are sealed with, so that job lists reveal no email. */
export const SEALED_AS = 'mail to';
