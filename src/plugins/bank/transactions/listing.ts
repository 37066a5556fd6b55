import { contains, type Database } from '../../../database.js';
import type { TransactionStatus } from './states.js';
import { type Transaction, toTransaction } from './transaction.js';

export const TRANSACTION_ORDERS = ['id', 'booked_on', 'amount', 'status', 'created_at'] as const;
export type TransactionOrder = (typeof TRANSACTION_ORDERS)[number];

/** Filters of a list of transactions. */
export interface TransactionFilters {
  readonly status?: TransactionStatus | undefined;
  readonly direction?: Transaction['direction'] | undefined;
  readonly bookingStatus?: Transaction['bookingStatus'] | undefined;
  readonly accountId?: number | undefined;
  readonly sourceId?: number | undefined;
  readonly runId?: number | undefined;
  readonly currency?: string | undefined;
  /** `YYYY-MM-DD`: booked on or after that day. */
  readonly from?: string | undefined;
  /** Booked on or before that day. */
  readonly to?: string | undefined;
  readonly variableSymbol?: string | undefined;
  /** Minimum amount in minor units. Requires a currency, because minor units differ between currencies. */
  readonly amountMin?: number | undefined;
  /** Maximum amount in minor units. */
  readonly amountMax?: number | undefined;
  /** Upper case without spaces. */
  readonly iban?: string | undefined;
  /** Only transactions that pay this order. */
  readonly orderId?: string | undefined;
  /** Part of the counterparty's name or of the text, or a complete reference. */
  readonly search?: string | undefined;
}

/** Filters, page and order; ties are broken by ID. */
export interface TransactionQuery extends TransactionFilters {
  readonly page: number;
  readonly perPage: number;
  readonly orderBy?: TransactionOrder | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface TransactionPage {
  readonly rows: readonly Transaction[];
  /** Number of rows on all pages. */
  readonly total: number;
}

export async function listTransactions(db: Database, query: TransactionQuery): Promise<TransactionPage> {
  const { page, perPage, orderBy = 'booked_on', order = 'desc' } = query;
  const [rows, count] = await Promise.all([
    filteredTransactions(db, query)
      .selectAll()
      .orderBy(orderBy, order)
      .orderBy('id', order)
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    filteredTransactions(db, query)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirst(),
  ]);
  return { rows: rows.map(toTransaction), total: Number(count?.total ?? 0) };
}

/**
 * Returns the next transactions by ID, for exports.
 * Pages by offset would repeat or skip rows when the list changes in between.
 * @param after ID of the last one; 0 at first
 */
export async function nextTransactions(
  db: Database,
  filters: TransactionFilters,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Transaction[]> {
  const rows = await filteredTransactions(db, filters)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toTransaction);
}

/** Counts transactions by status; statuses without any are left out. */
export async function countByStatus(
  db: Database,
  filters: TransactionFilters = {},
): Promise<ReadonlyMap<TransactionStatus, number>> {
  const rows = await filteredTransactions(db, filters)
    .select(['status', ({ fn }) => fn.countAll<number>().as('total')])
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, total }) => [status as TransactionStatus, Number(total)]));
}

/** Builds the filtered query of lists and exports. */
function filteredTransactions(db: Database, filters: TransactionFilters) {
  const { from, to, amountMin, amountMax, orderId } = filters;
  let query = db.query.selectFrom('bank_transactions');
  const equal = {
    status: filters.status,
    direction: filters.direction,
    booking_status: filters.bookingStatus,
    account_id: filters.accountId,
    source_id: filters.sourceId,
    run_id: filters.runId,
    currency: filters.currency,
    variable_symbol: filters.variableSymbol,
    counterparty_iban: filters.iban,
  } as const;
  for (const name of Object.keys(equal) as (keyof typeof equal)[]) {
    const value = equal[name];
    if (value !== undefined) query = query.where(name, '=', value);
  }
  if (from !== undefined) query = query.where('booked_on', '>=', from);
  if (to !== undefined) query = query.where('booked_on', '<=', to);
  if (amountMin !== undefined) query = query.where('amount', '>=', amountMin);
  if (amountMax !== undefined) query = query.where('amount', '<=', amountMax);
  if (orderId !== undefined) {
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('bank_payments').select('transaction_id').where('order_id', '=', orderId).where('undone', '=', 0),
    );
  }
  const part = filters.search?.trim();
  if (!part) return query;
  return query.where(({ eb, fn, ref, or }) =>
    or([
      contains(fn('lower', [ref('counterparty_name')]), part.toLowerCase()),
      contains(fn('lower', [ref('remittance')]), part.toLowerCase()),
      ...(['variable_symbol', 'end_to_end_id', 'creditor_reference', 'bank_reference'] as const).map((name) =>
        eb(name, '=', part),
      ),
    ]),
  );
}
