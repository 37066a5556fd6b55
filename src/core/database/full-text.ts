import type { RawBuilder } from 'kysely';
import type { TableName } from './database.js';

/**
 * Full-text query. A word has 3 to 80 characters from a-z and 0-9. Servers split text at other characters and skip
 * shorter words and English stop words, so encode other words in these characters, both in the stored text and in
 * queries.
 */
export type FullTextQuery =
  | { readonly word: string /** Matches words with this prefix. */; readonly isPrefix?: boolean }
  | { readonly any: readonly FullTextQuery[] }
  | { readonly all: readonly FullTextQuery[] };

/** Full-text search by the database itself. */
export interface FullText {
  /**
   * Creates a full-text index over columns of a table. Can be called again. Do not use it in migrations: the index is
   * not copied with the database.
   */
  createIndex(table: TableName, columns: readonly string[]): Promise<void>;
  /**
   * Relevance of columns that share an index, 0 if they do not match. Usable as a condition and for ordering.
   * @param columns `table.column`
   */
  score(columns: readonly string[], query: FullTextQuery): RawBuilder<number>;
}
