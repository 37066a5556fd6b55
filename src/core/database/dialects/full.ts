import { HostError } from '../../errors.js';

/** Creates the 507 error for a database whose disk is full. */
export function databaseFull(cause: unknown): HostError {
  return new HostError(
    'database_full',
    'The database disk is full. This change was not stored. Free space on the disk; reading still works.',
    { status: 507 },
    { cause },
  );
}
