import { column, defineTable, type TableOf } from '../../../database.js';

/** The site's changes to the matching rules: enabled or not, and position. */
export const rulesTable = defineTable(
  'bank_rules',
  {
    id: column.id(),
    name: column.key(64),
    is_enabled: column.boolean(),
    /** Rules with smaller numbers are applied first. */
    position: column.integer(),
    settings: column.json(),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  { unique: [['name']] },
);

declare module '../../../index.js' {
  interface Tables {
    bank_rules: TableOf<typeof rulesTable>;
  }
}
