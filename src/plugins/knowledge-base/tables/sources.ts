import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Origins of imported content, which make imports repeatable. */
const sourcesTable = defineTable(
  'kb_sources',
  {
    /** SHA-256 of source name and path. */
    key: column.key(64),
    source: column.key(),
    path: column.text(),
    kind: column.key(16),
    target_id: column.integer(),
    /** Hash of the file's content at the last import. */
    source_hash: column.key(64),
    /** Hash of the text last written by the importer; null until its links are rewritten. */
    written_hash: column.key(64).nullable(),
    imported_at: column.datetime(),
    /** Differences between the written text and the source: offset, length and original text. */
    rewrites: column.json().nullable(),
    /** Front matter of the source, byte for byte. */
    front_matter: column.text().nullable(),
    /** Article data from the source besides its text, with ids of this site. */
    details: column.json().nullable(),
  },
  { primaryKey: ['key'], indexes: [['source'], ['kind', 'target_id']] },
);

/** Unfinished imports with their options. */
const importCheckpointsTable = defineTable(
  'kb_import_checkpoints',
  {
    /** Name of the source. */
    source: column.key(),
    /** Token that resumes the import. */
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
