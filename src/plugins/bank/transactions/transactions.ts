import type { Database } from '../../../index.js';
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

/** Reading what was imported. What changes it is in `matching`. */
export interface Transactions {
  /** @throws HostError 404 `vendor_bank_not_found` */
  get(id: number): Promise<Transaction>;
  find(id: number): Promise<Transaction | null>;
  list(query: TransactionQuery): Promise<TransactionPage>;
  /** The next ones by their ids. @param page.after id of the last one; 0 in the beginning */
  next(
    filters: TransactionFilters,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly Transaction[]>;
  counts(filters?: TransactionFilters): Promise<ReadonlyMap<TransactionStatus, number>>;
  /** What these transactions pay, by transaction. */
  matchesOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly Match[]>>;
  /** What has paid this order, the first payment first. */
  paymentsOf(orderId: string): Promise<readonly Match[]>;
  /** Those that wait for somebody's look. */
  readonly reviews: ReviewQueue;
  /** The accounts that they are on. */
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
