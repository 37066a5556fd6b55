import type { Database } from '../../../index.js';
import { type Transaction, toTransaction } from './transaction.js';

/** A transaction that waits for a look, and its place among all that do. */
export interface ReviewPlace {
  readonly transaction: Transaction;
  /** From 1. */
  readonly position: number;
  readonly total: number;
  /** The ids of its neighbours; null at the ends. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** What waits for somebody's look, the oldest first. What the bank has not booked yet waits for the bank. */
export interface ReviewQueue {
  count(): Promise<number>;
  /** The one with this id, or else the next one after it, or else the first. @returns null when none waits */
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
