import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** Rules that say the same are one row, and none is ever changed: what an unlock cookie opened, a new password closes. */
const rulesTable = defineTable(
  'kb_access_rules',
  {
    id: column.id(),
    /** SHA-256 of the rule as it is kept. */
    hash: column.key(64),
    rule: column.json(),
    /** Since when nothing has it, as far as the upkeep knows; null while something has, or is about to. */
    unused_at: column.datetime().nullable(),
  },
  { unique: [['hash']] },
);

const categoryRulesTable = defineTable(
  'kb_category_rules',
  { category_id: column.integer(), rule_id: column.integer() },
  { primaryKey: ['category_id'], indexes: [['rule_id']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_access_rules: TableOf<typeof rulesTable>;
    kb_category_rules: TableOf<typeof categoryRulesTable>;
  }
}

export const accessMigrations: readonly Migration[] = [
  { name: '0020_access_rules', up: (schema) => schema.createTable(rulesTable) },
  { name: '0021_category_rules', up: (schema) => schema.createTable(categoryRulesTable) },
  { name: '0062_unused_rules', up: (schema) => schema.addColumn(rulesTable, 'unused_at') },
];
