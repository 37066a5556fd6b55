import { utc } from '../../../index.js';
import type { Affiliate } from './affiliate.js';
import type { AffiliateChanges } from './changes.js';
import { PAYMENT_FIELDS } from './fields.js';
import type { PaymentDetails } from './payment-details.js';

/** Payouts wait so long after an affiliate changed what they are paid with: affiliate.md A2. */
const HOLD = 72 * 3_600_000;

/** Until when payouts wait after a change. A longer hold that an administrator has set stays. */
export function holdAfter({ holdPayoutsUntil }: Affiliate, now: Date): string {
  const until = new Date(now.getTime() + HOLD);
  return utc.encode(holdPayoutsUntil && holdPayoutsUntil > until ? holdPayoutsUntil : until);
}

/** Whether a field says where money goes: without an address of its own for that, it goes to the one that mails go to. */
export function isPayment(field: string, { paymentEmail }: Affiliate): boolean {
  return PAYMENT_FIELDS.some((each) => each === field) || (field === 'email' && paymentEmail === '');
}

/** Whether a field has another value than before, among those whose changes make payouts wait. */
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
      // Each sealing of the same text is another one.
      return changes.payment_details?.trim() !== details.open(before.paymentDetails);
    default:
      return true;
  }
}
