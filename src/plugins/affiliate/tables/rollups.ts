import { column, defineTable, type TableOf } from '../../../index.js';

/** Sums by day of the site's zone, in the order in which they are read: an affiliate's days beside each other. */
export const rollupsTable = defineTable(
  'affiliate_rollups',
  {
    /** 0 for all of them together. */
    affiliate_id: column.integer(),
    day: column.key(10),
    /** What the sum is of: see `DIMENSIONS`. */
    dim: column.integer(),
    /** Which source, device or campaign. */
    value: column.key(253),
    clicks: column.bigint(),
    unique_clicks: column.bigint(),
    conversions: column.bigint(),
    /** Minor units of the programme's currency. */
    revenue_minor: column.bigint(),
  },
  { primaryKey: ['affiliate_id', 'day', 'dim', 'value'], indexes: [['day']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_rollups: TableOf<typeof rollupsTable>;
  }
}
