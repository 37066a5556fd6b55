import { contains, type Database } from '../../../index.js';
import type { TransactionStatus } from './states.js';
import { type Transaction, toTransaction } from './transaction.js';

export const TRANSACTION_ORDERS = ['id', 'booked_on', 'amount', 'status', 'created_at'] as const;
export type TransactionOrder = (typeof TRANSACTION_ORDERS)[number];

/** What a list of transactions is narrowed by. */
export interface TransactionFilters {
  readonly status?: TransactionStatus | undefined;
  readonly direction?: Transaction['direction'] | undefined;
  readonly bookingStatus?: Transaction['bookingStatus'] | undefined;
  readonly accountId?: number | undefined;
  readonly sourceId?: number | undefined;
  readonly runId?: number | undefined;
  readonly currency?: string | undefined;
  /** `YYYY-MM-DD`: booked that day or later. */
  readonly from?: string | undefined;
  /** Booked that day or before. */
  readonly to?: string | undefined;
  readonly variableSymbol?: string | undefined;
  /** Minor units, of so much or more; together with a currency, since those of others mean something else. */
  readonly amountMin?: number | undefined;
  /** Of so much or less. */
  readonly amountMax?: number | undefined;
  /** Upper case without spaces. */
  readonly iban?: string | undefined;
  /** Those that pay this order. */
  readonly orderId?: string | undefined;
  /** A part of the counterparty's name or of the text; or the whole of a reference. */
  readonly search?: string | undefined;
}

/** The filters, a page and its order; ties are broken by the id. */
export interface TransactionQuery extends TransactionFilters {
  readonly page: number;
  readonly perPage: number;
  readonly orderBy?: TransactionOrder | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface TransactionPage {
  readonly rows: readonly Transaction[];
  /** On all pages. */
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
 * The next ones by their ids: for files of all that there is, which pages of a list that changes meanwhile would have
 * twice or not at all.
 * @param after id of the last one; 0 in the beginning
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

/** How many there are in each state; those of which there is none are left out. */
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

/** The rows that the filters leave, for lists and files. */
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
