import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Outcome of each page that an import read, kept as long as the import. */
const importItemsTable = defineTable(
  'kb_import_items',
  {
    id: column.id(),
    run_id: column.integer(),
    /** Hash of the place in the source, so that a resumed import finds its earlier row. */
    key_hash: column.key(64),
    /** Place in the source: path of a file or URL of a post. */
    place: column.text(),
    kind: column.key(16),
    title: column.text(),
    /** `created`, `updated` or `unchanged`; the expected outcome in a dry run. */
    outcome: column.key(16),
    /** Id on this site; null in a dry run if it does not exist yet. */
    target_id: column.integer().nullable(),
  },
  { unique: [['run_id', 'key_hash']], indexes: [['run_id', 'outcome']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_import_items: TableOf<typeof importItemsTable>;
  }
}

export const importItemMigrations: readonly Migration[] = [
  { name: '0076_import_items', up: (schema) => schema.createTable(importItemsTable) },
];
