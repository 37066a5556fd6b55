import type { Database } from '../../../database.js';
import { nameOf } from './affiliate.js';

/** Maximum number of characters of the display name used for sorting. */
const MAX_NAME_LENGTH = 200;

const ROWS_AT_ONCE = 500;

interface AffiliateNames {
  readonly code: string;
  readonly display_name: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Returns the columns for sorting and searching. Databases collate letters beyond ASCII differently. */
export function foldedNames({ code, display_name, first_name, last_name }: AffiliateNames): {
  readonly folded_shown: string;
  readonly folded_names: string;
} {
  const name = nameOf({ code, displayName: display_name, firstName: first_name, lastName: last_name });
  return {
    folded_shown: [...fold(name)].slice(0, MAX_NAME_LENGTH).join(''),
    folded_names: fold(`${display_name}\n${first_name} ${last_name}`),
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
    for (const row of rows) {
      await db.query
        .updateTable('affiliate_affiliates')
        .set(foldedNames(row))
        .where('id', '=', row.id)
        .where('folded_shown', 'is', null)
        .execute();
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Letters without a Unicode decomposition, with their common plain spelling. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
};

const RESPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'gu');

/** Combining marks of Latin and Greek letters. In other scripts, marks are vowels or tones and are kept. */
const MARKS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/**
 * Folds a text to compare, sort and slugify names identically on every database. The result is in lower case and
 * lacks the marks of Latin and Greek letters: `Éva Øster` becomes `eva oster`.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '$1')
    .toLowerCase()
    .replace(RESPELLED, (letter) => SPELLINGS[letter] ?? letter)
    .normalize('NFC');
}
