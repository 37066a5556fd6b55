import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/**
 * Votes, one row per visitor, article and type.
 * A row whose key was erased is anonymous but still counts; null keys never conflict in a unique key.
 */
const ratingsTable = defineTable(
  'kb_ratings',
  {
    id: column.id(),
    article_id: column.integer(),
    /** `value` for one to five stars, or `helpful`. */
    kind: column.key(16),
    /** `u:7` for an account, or a digest. */
    visitor_key: column.key(64).nullable(),
    /** 1 to 5; for `helpful` 0 or 1. */
    value: column.integer(),
    /** Stored but not counted until a moderator releases it. */
    is_held: column.boolean(),
    article_version: column.integer(),
    created_at: column.datetime(),
    updated_at: column.datetime(),
  },
  {
    unique: [['article_id', 'kind', 'visitor_key']],
    indexes: [['updated_at'], ['is_held', 'id'], ['visitor_key']],
  },
);

export const feedbackTable = defineTable(
  'kb_feedback',
  {
    id: column.id(),
    article_id: column.integer(),
    /** Version that the visitor read. */
    article_version: column.integer(),
    type: column.key(16),
    message: column.text(),
    status: column.key(16),
    /** Stars that the visitor had given when writing. */
    rating: column.integer().nullable(),
    author_id: column.integer().nullable(),
    author_name: column.string(200).nullable(),
    author_email: column.key().nullable(),
    /** Consent of the author to store the email. */
    consent: column.boolean(),
    locale: column.key(35),
    page_url: column.text().nullable(),
    assigned_to: column.integer().nullable(),
    note: column.text().nullable(),
    /** Version of the article that resolved the feedback. */
    fixed_version: column.integer().nullable(),
    /** 0 to 100. */
    spam_score: column.integer(),
    created_at: column.datetime(),
    updated_at: column.datetime(),
    resolved_at: column.datetime().nullable(),
  },
  {
    indexes: [['status', 'created_at'], ['article_id'], ['author_id'], ['author_email'], ['assigned_to']],
  },
);

const feedbackHistoryTable = defineTable(
  'kb_feedback_history',
  {
    id: column.id(),
    feedback_id: column.integer(),
    at: column.datetime(),
    /** Id of the moderator; null if unknown or deleted. */
    by_id: column.integer().nullable(),
    from_status: column.key(16),
    to_status: column.key(16),
    note: column.text().nullable(),
  },
  { indexes: [['feedback_id'], ['by_id']] },
);

/** Imported votes as sums. Recounts of `kb_ratings` add them. */
const importedVotesTable = defineTable(
  'kb_imported_votes',
  {
    article_id: column.integer(),
    rating_1: column.integer(),
    rating_2: column.integer(),
    rating_3: column.integer(),
    rating_4: column.integer(),
    rating_5: column.integer(),
    helpful_yes: column.integer(),
    helpful_no: column.integer(),
  },
  { primaryKey: ['article_id'] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_ratings: TableOf<typeof ratingsTable>;
    kb_imported_votes: TableOf<typeof importedVotesTable>;
    kb_feedback: TableOf<typeof feedbackTable>;
    kb_feedback_history: TableOf<typeof feedbackHistoryTable>;
  }
}

export const feedbackMigrations: readonly Migration[] = [
  { name: '0040_ratings', up: (schema) => schema.createTable(ratingsTable) },
  {
    name: '0041_feedback',
    async up(schema) {
      await schema.createTable(feedbackTable);
      await schema.createTable(feedbackHistoryTable);
    },
  },
  { name: '0062_imported_votes', up: (schema) => schema.createTable(importedVotesTable) },
];
