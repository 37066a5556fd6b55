import { column, defineTable, type TableOf } from '../../../index.js';

/** What a site changed of the rules of matching: which are used, and in which order. */
export const rulesTable = defineTable(
  'bank_rules',
  {
    id: column.id(),
    name: column.key(64),
    is_enabled: column.boolean(),
    /** Those with smaller numbers are asked first. */
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
