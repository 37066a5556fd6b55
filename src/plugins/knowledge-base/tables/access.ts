import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Access rules. Equal rules share a row, and rows never change: a new password invalidates existing unlock cookies. */
const rulesTable = defineTable(
  'kb_access_rules',
  {
    id: column.id(),
    /** SHA-256 of the stored rule. */
    hash: column.key(64),
    rule: column.json(),
    /** Time since the rule has been unused, as found by cleanup. Null while it is used or about to be. */
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
