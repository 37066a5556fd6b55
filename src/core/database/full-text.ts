import type { RawBuilder } from 'kysely';
import type { TableName } from './database.js';

/**
 * What is looked for in an index of whole texts. A word has letters from a to z and digits alone, at least three and at
 * most 80: servers cut texts at other signs, leave out shorter words, and some that say nothing in English; whoever has
 * other words writes them in these signs, in texts and in queries alike.
 */
export type FullTextQuery =
  | { readonly word: string /** Words that begin so. */; readonly isBeginning?: boolean }
  | { readonly any: readonly FullTextQuery[] }
  | { readonly all: readonly FullTextQuery[] };

/** Texts looked up by the words in them, by the database itself. */
export interface FullText {
  /**
   * Has columns of a table looked up together. It may be called again, and is not for migrations: the index is there for
   * those who use it, and is not taken along when a database is copied.
   */
  createIndex(table: TableName, columns: readonly string[]): Promise<void>;
  /**
   * How well columns that have an index together answer a query, 0 where they do not: a condition, and what to order by.
   * @param columns `table.column`
   */
  score(columns: readonly string[], query: FullTextQuery): RawBuilder<number>;
}
