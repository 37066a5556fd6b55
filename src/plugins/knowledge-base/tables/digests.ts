import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Digest preferences and delivery status. Users without a row receive the digest and have not had one yet. */
const digestReadersTable = defineTable(
  'kb_digest_readers',
  {
    user_id: column.integer(),
    /** True if the user opted out. */
    is_declined: column.boolean(),
    /** BCP 47; null for the site's language. */
    locale: column.key(35).nullable(),
    /** End of the last period with an attempted email, so that none is attempted twice. */
    begun: column.datetime().nullable(),
    /** End of the last confirmed period, where the next one starts. */
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
