import type { Database } from '../../../index.js';
import { type Affiliate, nameOf } from './affiliate.js';
import { fold } from './fold.js';

/** Characters of a shown name that decide on its place in a list. */
const LONGEST_SHOWN = 200;
const ROWS_AT_ONCE = 500;

type Named = Pick<Affiliate, 'code' | 'displayName' | 'firstName' | 'lastName'>;

/** What lists are ordered by and searched for: databases do not agree on letters beyond ASCII. */
export function foldedNames(affiliate: Named): { readonly folded_shown: string; readonly folded_names: string } {
  const { displayName, firstName, lastName } = affiliate;
  return {
    folded_shown: [...fold(nameOf(affiliate))].slice(0, LONGEST_SHOWN).join(''),
    folded_names: fold(`${displayName}\n${firstName} ${lastName}`),
  };
}

/** Folds the names of rows that were written without: those of an earlier release, and those of imports. */
export async function foldMissingNames(db: Database): Promise<void> {
  for (;;) {
    const rows = await db.query
      .selectFrom('affiliate_affiliates')
      .select(['id', 'code', 'display_name', 'first_name', 'last_name'])
      .where('folded_shown', 'is', null)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, code, display_name: displayName, first_name: firstName, last_name: lastName } of rows) {
      await db.query
        .updateTable('affiliate_affiliates')
        .set(foldedNames({ code, displayName, firstName, lastName }))
        .where('id', '=', id)
        .where('folded_shown', 'is', null)
        .execute();
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
