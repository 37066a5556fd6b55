import { column, defineTable, type TableOf } from '../../../src/core/database/tables.js';

/** One column of every type. */
export const samplesTable = defineTable(
  'samples',
  {
    id: column.id(),
    slug: column.key(),
    title: column.string(80).nullable(),
    body: column.text().default(''),
    count: column.integer().default(0),
    size: column.bigint().default(0),
    active: column.boolean().default(1),
    document: column.json().default('{}'),
    seen_at: column.datetime().nullable(),
  },
  { unique: [['slug']], indexes: [['count', 'seen_at']] },
);

/** Table whose key is not an auto-increment number. */
export const countersTable = defineTable(
  'counters',
  { site: column.key(64), name: column.key(64), hits: column.integer().default(0) },
  { primaryKey: ['site', 'name'] },
);

declare module '../../../src/core/database/names.js' {
  interface Tables {
    samples: TableOf<typeof samplesTable>;
    counters: TableOf<typeof countersTable>;
  }
}
