import { HostError } from '../../errors.js';

/** Creates the 507 error for a database whose disk is full. */
export function databaseFull(cause: unknown): HostError {
  return new HostError(
    'database_full',
    'The database has no room left, so nothing of this change was stored. Free or add space on its disk; reading goes on.',
    { status: 507 },
    { cause },
  );
}
