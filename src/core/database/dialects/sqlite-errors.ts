import { HostError, messageOf } from '../../errors.js';
import { databaseFull } from './full.js';

const UNIQUE_CODES = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_ROWID'];

/** Errors for a file that is corrupt or not a database. */
const DAMAGED_CODES = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether another process has locked the file. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error));
}

/** Whether the disk is full. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_FULL';
}

export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE_CODES.includes(codeOf(error));
}

/** Converts errors that an operator must act on into a `HostError`; others stay as they are. */
export function toHostError(error: unknown, file: string | null): unknown {
  const code = codeOf(error);
  if (isFull(error)) return databaseFull(error);
  if (code.startsWith('SQLITE_READONLY')) {
    const message = `The database file ${file} cannot be written: ${messageOf(error)}. Give the user of this process the right to write the file and its folder.`;
    return new HostError('database_permission_missing', message, { status: 500 }, { cause: error });
  }
  if (!DAMAGED_CODES.some((damaged) => code.startsWith(damaged))) return error;
  return new HostError(
    'database_damaged',
    `The database file ${file} is damaged: ${messageOf(error)}. Stop the site, copy the file, and restore a backup. "mortise db doctor" shows details.`,
    { status: 503 },
    { cause: error },
  );
}
