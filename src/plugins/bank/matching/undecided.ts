import type { Database } from '../../../index.js';
import { REDECIDABLE_STATUSES, type TransactionStatus } from '../transactions/states.js';

/**
 * The transactions that rules look at: booked ones that nobody has looked at. What people have decided stays, and so does
 * what may be there twice until they have.
 * @param isAgain also those for which rules have found no order before
 */
export function undecidedTransactions(db: Database, isAgain: boolean) {
  const statuses: readonly TransactionStatus[] = isAgain ? ['new', ...REDECIDABLE_STATUSES] : ['new'];
  return db.query
    .selectFrom('bank_transactions')
    .where('status', 'in', statuses)
    .where('booking_status', '=', 'booked')
    .where('decided_by', 'is', null)
    .where('duplicate_of', '=', 0);
}

/** How many there are. */
export async function countUndecided(db: Database, isAgain: boolean): Promise<number> {
  const row = await undecidedTransactions(db, isAgain)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}
