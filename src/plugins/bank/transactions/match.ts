import { type Database, type Selectable, type TableOf, utc } from '../../../database.js';
import { groupBy } from '../../../utilities.js';
import type { paymentsTable } from '../tables/payments.js';

/** An order that a transaction pays, and the reason. */
export interface Match {
  readonly transactionId: number;
  readonly orderId: string;
  /** Minor units of the transaction. */
  readonly amount: number;
  readonly currency: string;
  /** Name of the rule, or `manual`. */
  readonly rule: string;
  /** 0 to 100. */
  readonly score: number;
  /** ID of the user who matched it; null for a rule, 0 for the command line. */
  readonly by: number | null;
  readonly at: Date;
}

export function toMatch(row: Selectable<TableOf<typeof paymentsTable>>): Match {
  return {
    transactionId: row.transaction_id,
    orderId: row.order_id,
    amount: row.amount,
    currency: row.currency,
    rule: row.rule,
    score: row.score,
    by: row.matched_by,
    at: utc.decode(row.created_at),
  };
}

/** Returns the payments by transaction, oldest first. Transactions without payments are left out. */
export async function matchesOf(
  db: Database,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Match[]>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await db.query
    .selectFrom('bank_payments')
    .selectAll()
    .where('transaction_id', 'in', transactionIds)
    .where('undone', '=', 0)
    .orderBy('id')
    .execute();
  return groupBy(rows.map(toMatch), ({ transactionId }) => transactionId);
}

/** Returns the payments of an order, oldest first. */
export async function paymentsOf(db: Database, orderId: string): Promise<readonly Match[]> {
  const rows = db.query.selectFrom('bank_payments').selectAll().where('order_id', '=', orderId);
  return (await rows.where('undone', '=', 0).orderBy('id').execute()).map(toMatch);
}
