import { column, defineTable, type TableOf } from '../../../index.js';

/** What customers did that an affiliate brought, whether or not it earned them something. */
export const conversionsTable = defineTable(
  'affiliate_conversions',
  {
    id: column.id(),
    affiliate_id: column.integer(),
    /** `sale` or `custom_form`. */
    type: column.key(16),
    /** Where it came from: `form`, `api`, `host` or `manual`. */
    origin: column.key(16),
    /** The caller's own id of it; one of ours, beginning with `~`, for who gave none. */
    reference: column.key(191),
    /** Of what was recorded: whether a repeat says the same. */
    digest: column.key(43),
    /** Of code, amount, form and e-mail: whether it may be the same as another one without an id. */
    likeness: column.key(43),
    amount: column.bigint(),
    currency: column.key(3),
    /** Empty for none; so are the following. */
    form_id: column.key(64),
    product_id: column.key(64),
    /** In lower case. */
    customer_email: column.key(254),
    customer_ref: column.key(191),
    click_id: column.key(26),
    /** Of the click: it is deleted some day, and the sums go on being made of this. */
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
