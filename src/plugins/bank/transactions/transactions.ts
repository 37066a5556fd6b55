import type { Database } from '../../../database.js';
import { type BankAccount, listAccounts } from './accounts.js';
import { transactionNotFound } from './errors.js';
import {
  countByStatus,
  listTransactions,
  nextTransactions,
  type TransactionFilters,
  type TransactionPage,
  type TransactionQuery,
} from './listing.js';
import { type Match, matchesOf, paymentsOf } from './match.js';
import { createReviewQueue, type ReviewQueue } from './review-queue.js';
import type { TransactionStatus } from './states.js';
import { type Transaction, toTransaction } from './transaction.js';

/** Read access to imported transactions. Changes are made in `matching`. */
export interface Transactions {
  /**
   * Returns a transaction.
   * @throws HostError 404 `vendor_bank_not_found`
   */
  get(id: number): Promise<Transaction>;
  find(id: number): Promise<Transaction | null>;
  list(query: TransactionQuery): Promise<TransactionPage>;
  /**
   * Returns the next transactions by ID.
   * @param page.after ID of the last one; 0 at first
   */
  next(
    filters: TransactionFilters,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly Transaction[]>;
  counts(filters?: TransactionFilters): Promise<ReadonlyMap<TransactionStatus, number>>;
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
    list: (query) => listTransactions(db, query),
    next: (filters, page) => nextTransactions(db, filters, page),
    counts: (filters) => countByStatus(db, filters),
    matchesOf: (ids) => matchesOf(db, ids),
    paymentsOf: (orderId) => paymentsOf(db, orderId),
    reviews: createReviewQueue(db),
    accounts: () => listAccounts(db),
  };
}
