import { randomInt } from 'node:crypto';
import { slugify } from '../../../index.js';
import { fold } from './fold.js';

/** Of codes: affiliate.md A2. They are kept in lower case. */
export const CODE_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$';
const CODE = new RegExp(CODE_PATTERN);
const SHORTEST = 3;
/** Leaves room for what tells two of the same name apart. */
const LONGEST_OF_NAME = 24;
/** Without those that are easily taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const SUFFIX = 4;

/** @returns the code as it is kept; null for what cannot be one */
export function parseCode(text: string): string | null {
  return CODE.test(text) ? text.toLowerCase() : null;
}

/**
 * A code made of somebody's name.
 * @param attempt from 0; later ones end with letters that nobody can guess
 */
export function proposeCode(name: string, attempt: number): string {
  const plain = slugify(fold(name))
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, LONGEST_OF_NAME)
    .replace(/^[_-]+|(?<![_-])[_-]+$/g, '');
  const stem = plain.length >= SHORTEST ? plain : `partner${plain}`;
  return attempt === 0 && plain.length >= SHORTEST ? stem : `${stem}-${randomLetters()}`;
}

function randomLetters(): string {
  return Array.from({ length: SUFFIX }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
