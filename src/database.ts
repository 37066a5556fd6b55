/**
 * 'mortise/database': tables, migrations and queries.
 *
 *     export const recipesTable = defineTable('acme_recipes', { id: column.id(), title: column.string(200) });
 */

export {
  type ColumnType,
  type ExpressionBuilder,
  type Generated,
  type Insertable,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
export { bool, json, utc } from './core/database/codec.js';
export { contains } from './core/database/contains.js';
export type { Database } from './core/database/database.js';
export type { FullText, FullTextQuery } from './core/database/full-text.js';
export type { Migration } from './core/database/migrate.js';
export type { SchemaBuilder } from './core/database/schema.js';
export {
  type Column,
  column,
  defineTable,
  type TableDefinition,
  type TableKeys,
  type TableOf,
} from './core/database/tables.js';
