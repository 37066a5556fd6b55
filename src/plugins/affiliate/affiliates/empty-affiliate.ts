import { json } from '../../../database.js';
import type { AffiliateRow } from './affiliate.js';

/** Placeholder for the rate of the program. */
export const NO_RATE = { rate: 0, rateType: null } as const;

/** Columns of an affiliate with default values. */
export const EMPTY_AFFILIATE = {
  user_id: null,
  first_name: '',
  last_name: '',
  display_name: '',
  email: '',
  payment_email: '',
  payment_method: '',
  payment_details: '',
  website: '',
  promo_method: '',
  country: '',
  tax_id: '',
  locale: '',
  social: json.encode({}),
  rate_type: '',
  rate: 0,
  cookie_days: null,
  parent_id: 0,
  notes: '',
  email_verified_at: null,
  fraud_score: 0,
  flags: json.encode([]),
  hold_payouts_until: null,
  meta: json.encode({}),
} as const satisfies Partial<AffiliateRow>;
