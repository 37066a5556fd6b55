import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import './tables.js';

/** Role that at least one user must always have. */
export const ADMINISTRATOR = 'administrator';

/**
 * Checks whether the user is the only one with the administrator role.
 * In a transaction, the rows of all administrators stay locked until its end: of two concurrent removals, the second
 * one waits and then sees that it is the last.
 */
export async function isLastAdministrator(db: Database, userId: number): Promise<boolean> {
  const holders = await db.query
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', ADMINISTRATOR)
    .forUpdate()
    .execute();
  return holders.length === 1 && holders[0]?.user_id === userId;
}

/**
 * Asserts that an administrator remains without this user, because no other role could grant the role again.
 * Call it in the transaction that removes the role.
 * @throws HostError `last_administrator` (409)
 */
export async function assertAdministratorLeft(db: Database, leaving: number): Promise<void> {
  if (!(await isLastAdministrator(db, leaving))) return;
  throw new HostError(
    'last_administrator',
    'This is the last administrator. Make another user an administrator first.',
    { status: 409, field: 'roles' },
  );
}
