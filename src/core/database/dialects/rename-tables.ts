import { type CompiledQuery, createQueryId, type QueryCompiler, type RawBuilder } from 'kysely';
import type { NameOf } from '../schema-names.js';

/**
 * Position of a table name in a statement: after one of these words, or before a column name. Strings and
 * renamed columns are matched to be skipped.
 */
const TABLE_NAME =
  /'[^']*'|\bcolumn\s+\S+\s+to\s+\S+|(\b(?:exists|from|index|into|join|like|on|references|table|to|update|view)\s+)([`"]?)\b([\w$]+)\2|([`"]?)\b([\w$]+)\4(?=\.)/gi;

/** Renames the tables that the text of a statement names. */
export function renameTables(text: string, nameOf: NameOf): string {
  return text.replace(
    TABLE_NAME,
    (found: string, word?: string, quote?: string, table?: string, columnQuote = '', columnTable?: string) => {
      if (table !== undefined) return `${word}${quote}${nameOf(table)}${quote}`;
      return columnTable === undefined ? found : `${columnQuote}${nameOf(columnTable)}${columnQuote}`;
    },
  );
}

/** Compiles a statement of a migration, whose tables are named in its text or as parts of the query. */
export function compileRenamed(
  statement: RawBuilder<unknown>,
  compiler: QueryCompiler,
  nameOf: NameOf,
): Pick<CompiledQuery, 'parameters' | 'sql'> {
  const { sql, parameters } = compiler.compileQuery(statement.toOperationNode(), createQueryId());
  return { sql: renameTables(sql, nameOf), parameters };
}
