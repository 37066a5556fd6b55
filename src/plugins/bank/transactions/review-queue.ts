import type { Database } from '../../../database.js';
import { type Transaction, toTransaction } from './transaction.js';

/** A transaction in review and its place in the queue. */
export interface ReviewPlace {
  readonly transaction: Transaction;
  /** From 1. */
  readonly position: number;
  readonly total: number;
  /** IDs of its neighbors; null at the ends. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** Transactions in review, oldest first. Pending ones are excluded until the bank has booked them. */
export interface ReviewQueue {
  count(): Promise<number>;
  /** Returns the transaction with this ID, else the next one, else the first; null if the queue is empty. */
  at(id: number): Promise<ReviewPlace | null>;
}

export function createReviewQueue(db: Database): ReviewQueue {
  const waiting = () =>
    db.query.selectFrom('bank_transactions').where('status', '=', 'review').where('booking_status', '=', 'booked');

  async function count(bound?: number): Promise<number> {
    const rows = bound === undefined ? waiting() : waiting().where('id', '<', bound);
    const row = await rows.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
    return Number(row?.total ?? 0);
  }

  async function neighbour(id: number, side: '<' | '>'): Promise<number | null> {
    const rows = waiting().select('id').where('id', side, id);
    const row = await rows
      .orderBy('id', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  return {
    count: () => count(),
    async at(id) {
      const from = (bound: number) =>
        waiting().selectAll().where('id', '>=', bound).orderBy('id').limit(1).executeTakeFirst();
      const row = (await from(id)) ?? (await from(0));
      if (!row) return null;
      const transaction = toTransaction(row);
      const [before, total, previous, next] = await Promise.all([
        count(row.id),
        count(),
        neighbour(row.id, '<'),
        neighbour(row.id, '>'),
      ]);
      return { transaction, position: before + 1, total, previous, next };
    },
  };
}
