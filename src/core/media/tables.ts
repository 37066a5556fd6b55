import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** Attachments. See section 3 of core.md. A row's files are in the object store below its token. */
const attachmentsTable = defineTable(
  'attachments',
  {
    id: column.id(),
    /** 0 for none. */
    post_id: column.integer(),
    title: column.text(),
    alt_text: column.text(),
    caption: column.text(),
    description: column.text(),
    filename: column.text(),
    mime_type: column.key(127),
    bytes: column.bigint(),
    width: column.integer().nullable(),
    height: column.integer().nullable(),
    sha256: column.key(64),
    /** File, width, height and bytes of each size, by name. */
    sizes: column.json(),
    /** Hash of the settings the sizes were made with. A different hash means they are out of date. */
    sizes_recipe: column.key(32),
    version: column.integer(),
    /** Folder of the version's files. Each version has its own, so files are never overwritten. */
    token: column.key(32),
    /** Secret for the hashes in URLs. */
    salt: column.key(32),
    /** 0 for none. */
    author_id: column.integer(),
    focal_point: column.json().nullable(),
    created_at: column.datetime(),
    modified_at: column.datetime(),
  },
  {
    unique: [['token']],
    indexes: [['post_id'], ['author_id'], ['sha256'], ['created_at'], ['mime_type', 'created_at']],
  },
);

declare module '../database/names.js' {
  interface Tables {
    attachments: TableOf<typeof attachmentsTable>;
  }
}

export const mediaMigrations: readonly Migration[] = [
  { name: '0001_attachments', up: (schema) => schema.createTable(attachmentsTable) },
];
