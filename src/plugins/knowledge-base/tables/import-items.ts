import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** What became of each page that an import read, one row each, as long as the import is known. */
const importItemsTable = defineTable(
  'kb_import_items',
  {
    id: column.id(),
    run_id: column.integer(),
    /** Of the place in the source, so that an import that goes on finds what it said before. */
    key_hash: column.key(64),
    /** The place itself: the path of a file, the address of a post. */
    place: column.text(),
    kind: column.key(16),
    title: column.text(),
    /** `created`, `updated` or `unchanged`; in a dry run what it would be. */
    outcome: column.key(16),
    /** What it is here; null in a dry run where it is not here yet. */
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
