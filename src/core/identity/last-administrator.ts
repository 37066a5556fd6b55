import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import './tables.js';

/** The role that somebody must always hold. */
export const ADMINISTRATOR = 'administrator';

/**
 * Whether nobody else holds the role. Within a transaction the rows of all administrators stay locked until its end, so
 * that of two who go at once the second waits and then sees that it is the last.
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
 * Refuses to take the role away from the last one who holds it: nobody could give it back. Part of the transaction that
 * takes it.
 * @throws HostError `last_administrator` (409)
 */
export async function assertAdministratorLeft(db: Database, leaving: number): Promise<void> {
  if (!(await isLastAdministrator(db, leaving))) return;
  throw new HostError(
    'last_administrator',
    'This is the last administrator. Make somebody else one first: without any, nobody could ever be one again.',
    { status: 409, field: 'roles' },
  );
}
