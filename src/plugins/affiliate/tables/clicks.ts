import { column, defineTable, type TableOf } from '../../../database.js';

/** Counted clicks. IP addresses and user agents are not stored. */
export const clicksTable = defineTable(
  'affiliate_clicks',
  {
    id: column.id(),
    /** Created when the link is opened, before anything is written. */
    click_id: column.key(26),
    affiliate_id: column.integer(),
    clicked_at: column.datetime(),
    /** Empty for none. */
    campaign: column.key(64),
    /** Host of the referring page; empty if unknown. */
    source: column.key(253),
    device: column.key(8),
    /** Whether it is the visitor's first click of the day for this affiliate. */
    is_unique: column.boolean(),
    visitor: column.key(22),
    /** Path without the query; for other sites, the whole URL without the query. */
    landing_path: column.string(512),
  },
  { unique: [['click_id']], indexes: [['affiliate_id', 'clicked_at'], ['clicked_at']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_clicks: TableOf<typeof clicksTable>;
  }
}
