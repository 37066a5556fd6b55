import { type CompiledQuery, createQueryId, type QueryCompiler, type RawBuilder } from 'kysely';
import type { NameOf } from '../schema-names.js';

/** Strings, names with and without quotes, spaces, and single other characters. */
const TOKEN = /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|[\w$]+|\s+|[^\s\w$'"`]/g;

const NAME = /^["`]?([\w$]+)["`]?$/;

/** A table name follows one of these words, except in the phrases below. */
const BEFORE_TABLE = /^(?:exists|from|index|into|join|like|on|references|table|to|update|view)$/i;
const BEFORE_COLUMN = /^(?:column \S+ to|\S+ key update)$/i;
/** Alias, if any, between a table of a list and the comma. */
const BEFORE_COMMA = /^(?:(?:as )?["`\w$]+)?$/i;

/** Renames the tables that the text of a statement names: after one of the words above, and before a column name. */
export function renameTables(text: string, nameOf: NameOf): string {
  const tokens = text.match(TOKEN) ?? [];
  const places = tokens.flatMap((token, place) => (/^\s/.test(token) ? [] : [place]));
  const textBetween = (start: number, end: number): string =>
    places
      .slice(Math.max(0, start), end)
      .map((place) => tokens[place])
      .join(' ');
  let lastTable = Number.NEGATIVE_INFINITY;
  for (const [index, place] of places.entries()) {
    const [token = '', name] = NAME.exec(tokens[place] ?? '') ?? [];
    if (name === undefined) continue;
    const isListed =
      index - lastTable <= 4 &&
      textBetween(index - 1, index) === ',' &&
      BEFORE_COMMA.test(textBetween(lastTable + 1, index - 1));
    const isTable =
      isListed ||
      (BEFORE_TABLE.test(textBetween(index - 1, index)) && !BEFORE_COLUMN.test(textBetween(index - 3, index)));
    if (isTable) lastTable = index;
    if (isTable || textBetween(index + 1, index + 2) === '.') tokens[place] = token.replace(name, () => nameOf(name));
  }
  return tokens.join('');
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
