import { column, defineTable, type Migration, type TableOf } from 'mortise/database';

const recipesTable = defineTable(
  'acme_recipes',
  {
    id: column.id(),
    title: column.string(200),
    method: column.text(),
    portions: column.integer(),
    /** Null after the author's account was deleted. */
    author_id: column.integer().nullable(),
    times_cooked: column.integer().default(0),
    created_at: column.datetime(),
  },
  { indexes: [['author_id'], ['times_cooked']] },
);

/** Cooking history by user: personal data handled in `privacy.ts`. */
const cookingsTable = defineTable(
  'acme_cookings',
  {
    id: column.id(),
    recipe_id: column.integer(),
    user_id: column.integer(),
    portions: column.integer(),
    cooked_at: column.datetime(),
  },
  { indexes: [['recipe_id'], ['user_id']] },
);

/** Downloads of recipe cards by day. */
const cardDaysTable = defineTable(
  'acme_card_days',
  { recipe_id: column.integer(), day: column.key(10), downloads: column.integer(), visitors: column.integer() },
  { primaryKey: ['recipe_id', 'day'] },
);

/** Released migrations never change. Add new ones at the end. */
export const migrations: readonly Migration[] = [
  {
    name: '0001_recipes',
    async up(schema) {
      await schema.createTable(recipesTable);
      await schema.createTable(cookingsTable);
    },
  },
  { name: '0002_card_days', up: (schema) => schema.createTable(cardDaysTable) },
];

declare module 'mortise' {
  interface Tables {
    acme_recipes: TableOf<typeof recipesTable>;
    acme_cookings: TableOf<typeof cookingsTable>;
    acme_card_days: TableOf<typeof cardDaysTable>;
  }
}
