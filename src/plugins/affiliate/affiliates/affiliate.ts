import { json, type Selectable, type TableOf, utc } from '../../../database.js';
import type { RateType } from '../commissions/commission.js';
import type { affiliatesTable } from '../tables/affiliates.js';
import type { AffiliateStatus } from './statuses.js';

/** An affiliate of the program. Payment details are sealed: see `payment-details.ts`. */
export interface Affiliate {
  readonly id: number;
  /** Null for an affiliate without an account. */
  readonly userId: number | null;
  readonly code: string;
  readonly status: AffiliateStatus;
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly email: string;
  /** Whether the affiliate has proven to own the email. */
  readonly emailVerified: boolean;
  readonly paymentEmail: string;
  readonly paymentMethod: string;
  /** Sealed; empty for none. */
  readonly paymentDetails: string;
  readonly website: string;
  readonly promoMethod: string;
  readonly country: string;
  readonly taxId: string;
  readonly locale: string;
  /** URLs by name of the network. */
  readonly social: Readonly<Record<string, string>>;
  /** Null for the rate of the program. */
  readonly rateType: RateType | null;
  /** Basis points, or minor units of the currency. */
  readonly rate: number;
  /** Null for the program's cookie lifetime. */
  readonly cookieDays: number | null;
  /** 0 for none. */
  readonly parentId: number;
  readonly currency: string;
  readonly notes: string;
  readonly fraudScore: number;
  readonly flags: readonly string[];
  readonly holdPayoutsUntil: Date | null;
  readonly registrationIpHash: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly registeredAt: Date;
  readonly approvedAt: Date | null;
  readonly updatedAt: Date;
  readonly version: number;
}

export type AffiliateRow = Selectable<TableOf<typeof affiliatesTable>>;

export function toAffiliate(row: AffiliateRow): Affiliate {
  const date = (text: string | null): Date | null => (text === null ? null : utc.decode(text));
  return {
    id: row.id,
    userId: row.user_id,
    code: row.code,
    // The columns only ever receive values of these types.
    status: row.status as AffiliateStatus,
    rateType: row.rate_type === '' ? null : (row.rate_type as RateType),
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: row.display_name,
    email: row.email,
    paymentEmail: row.payment_email,
    paymentMethod: row.payment_method,
    paymentDetails: row.payment_details,
    website: row.website,
    promoMethod: row.promo_method,
    country: row.country,
    taxId: row.tax_id,
    emailVerified: row.email_verified_at !== null,
    locale: row.locale,
    social: json.decode(row.social) as Record<string, string>,
    rate: row.rate,
    cookieDays: row.cookie_days,
    parentId: row.parent_id,
    currency: row.currency,
    notes: row.notes,
    fraudScore: row.fraud_score,
    flags: json.decode(row.flags) as string[],
    holdPayoutsUntil: date(row.hold_payouts_until),
    registrationIpHash: row.registration_ip_hash,
    meta: json.decode(row.meta) as Record<string, unknown>,
    registeredAt: utc.decode(row.registered_at),
    approvedAt: date(row.approved_at),
    updatedAt: utc.decode(row.updated_at),
    version: row.version,
  };
}

/** Returns the display name, else the full name, else the code. */
export function nameOf({
  displayName,
  firstName,
  lastName,
  code,
}: Pick<Affiliate, 'code' | 'displayName' | 'firstName' | 'lastName'>): string {
  return displayName || `${firstName} ${lastName}`.trim() || code;
}

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
