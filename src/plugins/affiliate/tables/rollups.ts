import { column, defineTable, type TableOf } from '../../../database.js';

/** Daily sums in the site's time zone. The primary key keeps the days of an affiliate adjacent. */
export const rollupsTable = defineTable(
  'affiliate_rollups',
  {
    /** 0 for all affiliates together. */
    affiliate_id: column.integer(),
    day: column.key(10),
    /** Dimension: see `DIMENSIONS`. */
    dim: column.integer(),
    /** Source, device or campaign. */
    value: column.key(253),
    clicks: column.bigint(),
    unique_clicks: column.bigint(),
    conversions: column.bigint(),
    /** Minor units of the program's currency. */
    revenue_minor: column.bigint(),
  },
  { primaryKey: ['affiliate_id', 'day', 'dim', 'value'], indexes: [['day']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_rollups: TableOf<typeof rollupsTable>;
  }
}
