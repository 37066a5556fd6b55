import { column, defineTable, type TableOf } from '../../../database.js';

/** Conversions of customers referred by affiliates, with or without a commission. */
export const conversionsTable = defineTable(
  'affiliate_conversions',
  {
    id: column.id(),
    affiliate_id: column.integer(),
    /** `sale` or `custom_form`. */
    type: column.key(16),
    /** `form`, `api`, `host` or `manual`. */
    origin: column.key(16),
    /** Caller's own id, or a generated one starting with `~`. */
    reference: column.key(191),
    /** Digest of the recorded values, which a repeat must match. */
    digest: column.key(43),
    /** Digest of code, amount, form and email, to detect duplicates without an id. */
    likeness: column.key(43),
    amount: column.bigint(),
    currency: column.key(3),
    /** Empty for none, as are the following columns. */
    form_id: column.key(64),
    product_id: column.key(64),
    /** In lower case. */
    customer_email: column.key(254),
    customer_ref: column.key(191),
    click_id: column.key(26),
    /** Copied from the click, because clicks are deleted and sums are rebuilt from this row. */
    campaign: column.key(64),
    source: column.key(253),
    device: column.key(8),
    visitor: column.key(22),
    flags: column.json(),
    meta: column.json(),
    created_at: column.datetime(),
  },
  {
    unique: [['origin', 'reference']],
    indexes: [
      ['affiliate_id', 'created_at'],
      ['created_at'],
      ['likeness', 'created_at'],
      ['customer_email', 'created_at'],
      ['click_id'],
      ['affiliate_id', 'customer_ref'],
    ],
  },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_conversions: TableOf<typeof conversionsTable>;
  }
}
