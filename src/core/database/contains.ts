import { type Expression, type RawBuilder, sql } from 'kysely';

/** The condition that a text holds another one somewhere, whose `%` and `_` mean themselves; case is the caller's. */
export function contains(text: Expression<unknown>, part: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like ${`%${part.replace(/[!%_]/g, '!$&')}%`} escape '!'`;
}
