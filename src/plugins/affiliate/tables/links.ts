import { column, defineTable, type TableOf } from '../../../database.js';

/** Links created by affiliates. */
export const linksTable = defineTable(
  'affiliate_links',
  {
    id: column.id(),
    affiliate_id: column.integer(),
    /** Last path segment of the short link. */
    short_code: column.key(12),
    /** Digest of target and campaign, which makes links unique. */
    digest: column.key(43),
    target_url: column.text(),
    /** Empty for none. */
    campaign: column.key(64),
    created_at: column.datetime(),
  },
  { unique: [['short_code'], ['affiliate_id', 'digest']] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_links: TableOf<typeof linksTable>;
  }
}
