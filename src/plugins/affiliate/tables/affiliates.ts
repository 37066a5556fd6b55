import { column, defineTable, type TableOf } from '../../../database.js';

/** Affiliates of the program. */
export const affiliatesTable = defineTable(
  'affiliate_affiliates',
  {
    id: column.id(),
    /** Null for an affiliate without an account. */
    user_id: column.integer().nullable(),
    /** In lower case, so that codes are unique regardless of case. */
    code: column.key(32),
    status: column.key(16),
    first_name: column.string(100),
    last_name: column.string(100),
    display_name: column.string(200),
    email: column.key(254),
    payment_email: column.string(254),
    payment_method: column.key(32),
    /** Sealed; only the last characters are ever shown. */
    payment_details: column.text(),
    website: column.string(500),
    promo_method: column.text(),
    /** ISO 3166 code; empty if unknown. */
    country: column.key(2),
    tax_id: column.string(64),
    locale: column.key(35),
    social: column.json(),
    /** `percentage` or `flat`; empty for the rate of the program. */
    rate_type: column.key(16),
    /** Basis points, or minor units of the currency. */
    rate: column.bigint(),
    /** Days for which a click counts; null for the program's default. */
    cookie_days: column.integer().nullable(),
    /** Recruiting affiliate; 0 for none. */
    parent_id: column.integer(),
    currency: column.key(3),
    notes: column.text(),
    fraud_score: column.integer(),
    flags: column.json(),
    hold_payouts_until: column.datetime().nullable(),
    registration_ip_hash: column.key(64),
    meta: column.json(),
    registered_at: column.datetime(),
    approved_at: column.datetime().nullable(),
    updated_at: column.datetime(),
    /** Number of changes, to detect concurrent edits. */
    version: column.integer(),
    /** Folded display name, for sorting; null until it is computed. */
    folded_shown: column.string(200).nullable(),
    /** All folded names, for searching. */
    folded_names: column.text().nullable(),
    /** Time the email was verified; null if it was not. */
    email_verified_at: column.datetime().nullable(),
  },
  { unique: [['code'], ['user_id']], indexes: [['status', 'id'], ['email'], ['parent_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_affiliates: TableOf<typeof affiliatesTable>;
  }
}
