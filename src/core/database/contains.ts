import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Condition that a text contains `part` literally, including `%` and `_`. The caller handles case.
 * @example
 * query.where(({ fn }) => contains(fn('lower', ['title']), search.toLowerCase()));
 */
export function contains(text: Expression<unknown>, part: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like ${`%${part.replace(/[!%_]/g, '!$&')}%`} escape '!'`;
}
