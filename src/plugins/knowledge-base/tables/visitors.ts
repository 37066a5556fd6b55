import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Salts of releases before the core's `visitors`. */
const saltsTable = defineTable(
  'kb_salts',
  {
    period: column.key(32),
    salt: column.key(64),
    created_at: column.datetime(),
  },
  { primaryKey: ['period'] },
);

/** Counters of an article. They change without a save, so they are kept outside its row and version. */
const countersTable = defineTable(
  'kb_article_figures',
  {
    article_id: column.integer(),
    views: column.integer(),
    rating_count: column.integer(),
    rating_sum: column.integer(),
    rating_1: column.integer(),
    rating_2: column.integer(),
    rating_3: column.integer(),
    rating_4: column.integer(),
    rating_5: column.integer(),
    helpful_yes: column.integer(),
    helpful_no: column.integer(),
    /** Thousandths. */
    score_milli: column.integer(),
    feedback: column.integer(),
    downloads: column.integer(),
    attachments: column.integer(),
    last_viewed_at: column.datetime().nullable(),
  },
  { primaryKey: ['article_id'], indexes: [['views'], ['score_milli']] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_article_figures: TableOf<typeof countersTable>;
  }
}

export const visitorMigrations: readonly Migration[] = [
  { name: '0042_article_figures', up: (schema) => schema.createTable(countersTable) },
  { name: '0043_salts', up: (schema) => schema.createTable(saltsTable) },
  {
    // The core's keys are made from truncated addresses, so the old ones match none of them.
    name: '0078_shared_visitors',
    async up(schema) {
      for (const name of ['kb_salts', 'kb_stats_visitors']) await schema.dropTable(name);
    },
  },
];
