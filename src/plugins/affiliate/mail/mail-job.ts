import type { MailType } from './mail-types.js';

/** One mail to one person. It names what the mail is about; what that says by then is read when it is sent. */
export interface MailJob {
  readonly type: MailType;
  readonly affiliate: number;
  /** Null for a mail that is about none. */
  readonly commission: number | null;
  readonly payout: number | null;
  /** Sealed; null for the address that the affiliate has when it is sent. */
  readonly to: string | null;
  /** What of the payment details was changed; null for other mails. */
  readonly change: { readonly fields: readonly string[]; readonly held_until: string } | null;
}

/** What addresses of jobs are sealed as: lists of jobs show nobody's address. */
export const SEALED_AS = 'mail to';
