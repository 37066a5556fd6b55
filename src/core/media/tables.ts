import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** The media library: core.md section 3. The files of a row lie in the object store below its token. */
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
    /** By name: file, width, height and bytes of each. */
    sizes: column.json(),
    /** Of what the sizes were made with; another one, and they are made anew. */
    sizes_recipe: column.key(32),
    version: column.integer(),
    /** Folder of the version's files. Every version has one of its own, so that none is ever written over. */
    token: column.key(32),
    /** What the hashes in addresses are made of, so that nobody guesses them. */
    salt: column.key(32),
    /** 0 for nobody. */
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

declare module '../database/tables.js' {
  interface Tables {
    attachments: TableOf<typeof attachmentsTable>;
  }
}

export const mediaMigrations: readonly Migration[] = [
  { name: '0001_attachments', up: (schema) => schema.createTable(attachmentsTable) },
];
