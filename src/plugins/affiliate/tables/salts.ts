import { column, defineTable, type TableOf } from '../../../index.js';

/** What tells visitors of one day apart, and nobody when it is gone. */
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
