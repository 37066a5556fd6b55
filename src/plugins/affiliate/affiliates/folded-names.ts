import type { Database } from '../../../index.js';
import { type Affiliate, nameOf } from './affiliate.js';
import { fold } from './fold.js';

/** Maximum number of characters of the display name used for sorting. */
const LONGEST_SHOWN = 200;
const ROWS_AT_ONCE = 500;

type AffiliateNames = Pick<Affiliate, 'code' | 'displayName' | 'firstName' | 'lastName'>;

/** Returns the columns for sorting and searching. Databases collate letters beyond ASCII differently. */
export function foldedNames(affiliate: AffiliateNames): {
  readonly folded_shown: string;
  readonly folded_names: string;
} {
  const { displayName, firstName, lastName } = affiliate;
  return {
    folded_shown: [...fold(nameOf(affiliate))].slice(0, LONGEST_SHOWN).join(''),
    folded_names: fold(`${displayName}\n${firstName} ${lastName}`),
  };
}

/** Fills in the folded names of rows written by an earlier release or an import. */
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
