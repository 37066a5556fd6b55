import { utc } from '../../../database.js';
import type { Affiliate } from './affiliate.js';
import type { AffiliateChanges } from './changes.js';
import { PAYMENT_FIELDS } from './fields.js';
import type { PaymentDetails } from './payment-details.js';

/** Milliseconds that payouts are held after an affiliate changed payment details. */
const HOLD = 72 * 3_600_000;

/** Returns the end of the hold after a change. A longer hold set by an administrator is kept. */
export function holdAfter({ holdPayoutsUntil }: Affiliate, now: Date): string {
  const until = new Date(now.getTime() + HOLD);
  return utc.encode(holdPayoutsUntil && holdPayoutsUntil > until ? holdPayoutsUntil : until);
}

/** Whether a field decides where money goes. Without a payment email, payments go to `email`. */
export function isPayment(field: string, { paymentEmail }: Affiliate): boolean {
  return PAYMENT_FIELDS.some((each) => each === field) || (field === 'email' && paymentEmail === '');
}

/** Whether a field differs from its stored value, for the fields whose change puts payouts on hold. */
export function isChange(
  name: string,
  changes: AffiliateChanges,
  before: Affiliate,
  details: Pick<PaymentDetails, 'open'>,
): boolean {
  switch (name) {
    case 'email':
      return changes.email?.trim().toLowerCase() !== before.email;
    case 'email_verified':
      return changes.email_verified !== before.emailVerified;
    case 'payment_email':
      return changes.payment_email?.trim().toLowerCase() !== before.paymentEmail;
    case 'payment_method':
      return changes.payment_method !== before.paymentMethod;
    case 'payment_details':
      // Sealing the same text twice gives different results, so compare the plain text.
      return changes.payment_details?.trim() !== details.open(before.paymentDetails);
    default:
      return true;
  }
}
