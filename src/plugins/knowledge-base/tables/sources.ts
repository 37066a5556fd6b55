import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** Where imported things came from: what makes an import repeatable. */
const sourcesTable = defineTable(
  'kb_sources',
  {
    /** SHA-256 of source name and path. */
    key: column.key(64),
    source: column.key(),
    path: column.text(),
    kind: column.key(16),
    target_id: column.integer(),
    /** Hash of what the file said when it was last imported. */
    source_hash: column.key(64),
    /** Hash of the text last written by the importer; null until its links are rewritten. */
    written_hash: column.key(64).nullable(),
    imported_at: column.datetime(),
    /** How the text that was written differs from the source's: offset, length and what stood there. */
    rewrites: column.json().nullable(),
    /** What stood before the text in the source, byte for byte. */
    front_matter: column.text().nullable(),
    /** What it said of an article besides its text, in ids of this site. */
    details: column.json().nullable(),
  },
  { primaryKey: ['key'], indexes: [['source'], ['kind', 'target_id']] },
);

/** Imports that were begun and have not come to their end: how they were asked for. */
const importCheckpointsTable = defineTable(
  'kb_import_checkpoints',
  {
    /** Name of the source. */
    source: column.key(),
    /** What a person goes on with. */
    token: column.key(32),
    options: column.json(),
    started_at: column.datetime(),
  },
  { primaryKey: ['source'], unique: [['token']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_sources: TableOf<typeof sourcesTable>;
    kb_import_checkpoints: TableOf<typeof importCheckpointsTable>;
  }
}

export const sourceMigrations: readonly Migration[] = [
  { name: '0004_sources', up: (schema) => schema.createTable(sourcesTable) },
  {
    name: '0060_source_texts',
    async up(schema) {
      for (const name of ['rewrites', 'front_matter']) await schema.addColumn(sourcesTable, name);
    },
  },
  { name: '0063_source_details', up: (schema) => schema.addColumn(sourcesTable, 'details') },
  { name: '0064_import_checkpoints', up: (schema) => schema.createTable(importCheckpointsTable) },
];
