import { randomInt } from 'node:crypto';
import { slugify } from '../../../content.js';
import { fold } from './folded-names.js';

/** Format of affiliate codes. Codes are stored in lower case. */
export const CODE_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$';
const CODE = new RegExp(CODE_PATTERN);
const MIN_LENGTH = 3;
/** Leaves room for the suffix that separates equal names. */
const MAX_NAME_LENGTH = 24;
/** Excludes letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const SUFFIX = 4;

/** @returns the code in lower case, or null if it is not valid */
export function parseCode(text: string): string | null {
  return CODE.test(text) ? text.toLowerCase() : null;
}

/**
 * Proposes a code made from a name.
 * @param attempt from 0; later attempts add random letters
 */
export function proposeCode(name: string, attempt: number): string {
  const plain = slugify(fold(name))
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^[_-]+|(?<![_-])[_-]+$/g, '');
  const stem = plain.length >= MIN_LENGTH ? plain : `partner${plain}`;
  return attempt === 0 && plain.length >= MIN_LENGTH ? stem : `${stem}-${randomLetters()}`;
}

function randomLetters(): string {
  return Array.from({ length: SUFFIX }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
