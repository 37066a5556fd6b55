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
