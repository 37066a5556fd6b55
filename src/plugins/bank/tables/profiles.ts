import { column, defineTable, type TableOf } from '../../../database.js';

/** CSV and JSON profiles of the site. */
export const profilesTable = defineTable(
  'bank_profiles',
  {
    id: column.id(),
    name: column.key(64),
    /** `csv` or `json`. */
    format: column.key(32),
    definition: column.json(),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  { unique: [['name']] },
);

declare module '../../../index.js' {
  interface Tables {
    bank_profiles: TableOf<typeof profilesTable>;
  }
}
