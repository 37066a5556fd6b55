import type { Database } from '../../../database.js';
import { REDECIDABLE_STATUSES, type TransactionStatus } from '../transactions/states.js';

/**
 * Selects the transactions that rules may decide: booked and without a manual decision.
 * Possible duplicates are excluded until a user has reviewed them.
 * @param isAgain includes those for which rules found no order before
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

/** Counts the transactions that rules may decide. */
export async function countUndecided(db: Database, isAgain: boolean): Promise<number> {
  const row = await undecidedTransactions(db, isAgain)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}
