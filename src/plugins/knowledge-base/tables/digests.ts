import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** Who gets the digest by mail, and how far each has been told. Whoever has no row gets it and has never been told. */
const digestReadersTable = defineTable(
  'kb_digest_readers',
  {
    user_id: column.integer(),
    /** They want none. */
    is_declined: column.boolean(),
    /** BCP 47; null for the language of the site. */
    locale: column.key(35).nullable(),
    /** The end of the last period that a mail was begun for: none is begun twice. */
    begun: column.datetime().nullable(),
    /** The end of the last period that they have been told of: the next one begins there. */
    told: column.datetime().nullable(),
  },
  { primaryKey: ['user_id'] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_digest_readers: TableOf<typeof digestReadersTable>;
  }
}

export const digestMigrations: readonly Migration[] = [
  { name: '0077_digest_readers', up: (schema) => schema.createTable(digestReadersTable) },
];
