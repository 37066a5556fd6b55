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

/** Mails to affiliates. */
const TO_AFFILIATES = [
  'registered',
  'approved',
  'rejected',
  'commission-approved',
  'commission-rejected',
  'commission-paid',
  'payout-completed',
  'payment-details-changed',
  'confirm-email',
] as const;

/** Mails to administrators. */
const TO_ADMINISTRATORS = ['application', 'commission-flagged'] as const;

/** Types of the program's mails. */
export type MailType = (typeof TO_AFFILIATES)[number] | (typeof TO_ADMINISTRATORS)[number];

export const MAIL_TYPES: readonly MailType[] = [...TO_AFFILIATES, ...TO_ADMINISTRATORS];

export function isForAdministrators(type: MailType): boolean {
  return TO_ADMINISTRATORS.some((each) => each === type);
}
