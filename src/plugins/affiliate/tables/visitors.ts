import { column, defineTable, type TableOf } from '../../../index.js';

/** Who was there on a day of the site's zone; kept as long as a second click may still come in. */
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
