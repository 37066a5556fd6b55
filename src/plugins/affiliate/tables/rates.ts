import { column, defineTable, type TableOf } from '../../../database.js';

/** Rates of forms and products, and tiers. */
export const ratesTable = defineTable(
  'affiliate_rates',
  {
    id: column.id(),
    /** `form`, `product` or `tier`. */
    kind: column.key(16),
    /** 0 for all affiliates. */
    affiliate_id: column.integer(),
    /** Id of the form or product; for a tier, the monthly minor units from which it applies. */
    target: column.key(64),
    /** `percentage` or `flat`. */
    rate_type: column.key(16),
    /** Basis points, or minor units. */
    rate: column.bigint(),
    updated_at: column.datetime(),
  },
  { unique: [['kind', 'affiliate_id', 'target']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_rates: TableOf<typeof ratesTable>;
  }
}
