import type { Database } from '../../../database.js';
import type { ListOf, ListPage } from '../../../resource.js';
import { type BankAccount, listAccounts } from './accounts.js';
import { transactionNotFound } from './errors.js';
import { type Match, matchesOf, paymentsOf } from './match.js';
import { createReviewQueue, type ReviewQueue } from './review-queue.js';
import type { TransactionStatus } from './states.js';
import { type Transaction, toTransaction } from './transaction.js';
import { type ListedTransaction, transactionList } from './transaction-list.js';

/** Read access to imported transactions. Changes are made in `matching`. */
export interface Transactions {
  /**
   * Returns a transaction.
   * @throws HostError 404 `vendor_bank_not_found`
   */
  get(id: number): Promise<Transaction>;
  find(id: number): Promise<Transaction | null>;
  list(query: ListOf<typeof transactionList>): Promise<ListPage<ListedTransaction>>;
  /** Counts transactions by status. Statuses without any are left out. */
  counts(): Promise<ReadonlyMap<TransactionStatus, number>>;
  /** Returns the payments by transaction. */
  matchesOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly Match[]>>;
  /** Returns the payments of an order, oldest first. */
  paymentsOf(orderId: string): Promise<readonly Match[]>;
  /** Transactions in review. */
  readonly reviews: ReviewQueue;
  /** Lists the bank accounts of the site. */
  accounts(): Promise<readonly BankAccount[]>;
}

export function createTransactions(db: Database): Transactions {
  async function find(id: number): Promise<Transaction | null> {
    const row = await db.query.selectFrom('bank_transactions').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? toTransaction(row) : null;
  }

  return {
    find,
    async get(id) {
      const transaction = await find(id);
      if (!transaction) throw transactionNotFound(id);
      return transaction;
    },
    list: (query) => transactionList.list(db, query),
    async counts() {
      const rows = await db.query
        .selectFrom('bank_transactions')
        .select(['status', ({ fn }) => fn.countAll<number>().as('total')])
        .groupBy('status')
        .execute();
      return new Map(rows.map(({ status, total }) => [status as TransactionStatus, Number(total)]));
    },
    matchesOf: (ids) => matchesOf(db, ids),
    paymentsOf: (orderId) => paymentsOf(db, orderId),
    reviews: createReviewQueue(db),
    accounts: () => listAccounts(db),
  };
}
