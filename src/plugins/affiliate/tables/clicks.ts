import { column, defineTable, type TableOf } from '../../../index.js';

/** Clicks that counted, one row each. Addresses and browsers are not kept. */
export const clicksTable = defineTable(
  'affiliate_clicks',
  {
    id: column.id(),
    /** Made when the link was opened, before anything is written. */
    click_id: column.key(26),
    affiliate_id: column.integer(),
    clicked_at: column.datetime(),
    /** Empty for none. */
    campaign: column.key(64),
    /** Host of the page that the link was on; empty where it is not known. */
    source: column.key(253),
    device: column.key(8),
    /** Whether the visitor was the first time there that day, with this affiliate. */
    is_unique: column.boolean(),
    visitor: column.key(22),
    /** Of this site, without the query; of another the whole address without it. */
    landing_path: column.string(512),
  },
  { unique: [['click_id']], indexes: [['affiliate_id', 'clicked_at'], ['clicked_at']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_clicks: TableOf<typeof clicksTable>;
  }
}
