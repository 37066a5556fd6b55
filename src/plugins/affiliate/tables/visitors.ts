import { column, defineTable, type TableOf } from '../../../database.js';

/** Visitors per day of the site's time zone, kept while further clicks of that day can arrive. */
export const visitorsTable = defineTable(
  'affiliate_visitors',
  { day: column.key(10), affiliate_id: column.integer(), visitor: column.key(22) },
  { primaryKey: ['day', 'affiliate_id', 'visitor'] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_visitors: TableOf<typeof visitorsTable>;
  }
}
