import { column, defineTable, type TableOf } from '../../../index.js';

/** Who takes part in the programme. */
export const affiliatesTable = defineTable(
  'affiliate_affiliates',
  {
    id: column.id(),
    /** Null for somebody without an account. */
    user_id: column.integer().nullable(),
    /** In lower case, so that no two differ in their case alone. */
    code: column.key(32),
    status: column.key(16),
    first_name: column.string(100),
    last_name: column.string(100),
    display_name: column.string(200),
    email: column.key(254),
    payment_email: column.string(254),
    payment_method: column.key(32),
    /** Sealed; nobody is shown more than its end. */
    payment_details: column.text(),
    website: column.string(500),
    promo_method: column.text(),
    /** ISO 3166, empty where it is not known. */
    country: column.key(2),
    tax_id: column.string(64),
    locale: column.key(35),
    social: column.json(),
    /** `percentage` or `flat`; empty for the rate of the programme. */
    rate_type: column.key(16),
    /** Basis points, or minor units of the currency. */
    rate: column.bigint(),
    /** Days for which a click counts; null for those of the programme. */
    cookie_days: column.integer().nullable(),
    /** Who brought them here; 0 for nobody. */
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
    /** Counts the changes, so that nobody overwrites what he has not seen. */
    version: column.integer(),
    /** What lists show as the name, folded, for their order; null until the row was looked at. */
    folded_shown: column.string(200).nullable(),
    /** All names, folded, to be searched. */
    folded_names: column.text().nullable(),
    /** When the address was proven to be theirs; null for an unverified one. */
    email_verified_at: column.datetime().nullable(),
  },
  { unique: [['code'], ['user_id']], indexes: [['status', 'id'], ['email'], ['parent_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_affiliates: TableOf<typeof affiliatesTable>;
  }
}
