import { column, defineTable, type TableOf } from '../../../database.js';

/** Daily salts of visitor pseudonyms. Once deleted, visitors cannot be recognised. */
export const saltsTable = defineTable(
  'affiliate_salts',
  { day: column.key(10), salt: column.key(43), created_at: column.datetime() },
  { primaryKey: ['day'] },
);

declare module '../../../index.js' {
  interface Tables {
    affiliate_salts: TableOf<typeof saltsTable>;
  }
}
