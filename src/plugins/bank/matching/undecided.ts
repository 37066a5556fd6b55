import type { Database } from '../../../database.js';
import { decodeFindings } from '../transactions/findings.js';
import { REDECIDABLE_STATUSES, type TransactionStatus } from '../transactions/states.js';
import { type Transaction, toTransaction } from '../transactions/transaction.js';

/**
 * Position of a transaction in the order of matching: by booking day, credits before debits, because a payment comes
 * before its return.
 */
export type Position = Pick<Transaction, 'bookedOn' | 'direction' | 'id'>;

/** Maximum values per query. */
const VALUES_AT_ONCE = 5000;

/**
 * Selects the transactions that rules may decide: booked and without a manual decision.
 * Possible duplicates are excluded until a user has reviewed them.
 */
function undecided(db: Database, statuses: readonly TransactionStatus[]) {
  return db.query
    .selectFrom('bank_transactions')
    .where('status', 'in', statuses)
    .where('booking_status', '=', 'booked')
    .where('decided_by', 'is', null)
    .where('duplicate_of', '=', 0);
}

/** @param isAgain includes those that rules decided before without finding an order */
function undecidedOf(db: Database, isAgain: boolean) {
  return undecided(db, isAgain ? ['new', ...REDECIDABLE_STATUSES] : ['new']);
}

/** Counts the transactions that rules may decide. */
export async function countUndecided(db: Database, isAgain: boolean): Promise<number> {
  const row = await undecidedOf(db, isAgain)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

/** Selects the next transactions. */
export interface ChunkQuestion {
  /** Position of the last transaction before; null for the first. */
  readonly after: Position | null;
  readonly size: number;
  /** Includes transactions that rules decided before without finding an order. */
  readonly isAgain: boolean;
}

/** Locks the next transactions in the order of matching. */
export async function lockUndecided(db: Database, { after, size, isAgain }: ChunkQuestion): Promise<Transaction[]> {
  let query = undecidedOf(db, isAgain).selectAll();
  if (after) {
    const { bookedOn, direction, id } = after;
    query = query
      .where('booked_on', '>=', bookedOn)
      .where((eb) =>
        eb.or([
          eb('booked_on', '>', bookedOn),
          eb.and([eb('booked_on', '=', bookedOn), eb('direction', '>', direction)]),
          eb.and([eb('booked_on', '=', bookedOn), eb('direction', '=', direction), eb('id', '>', id)]),
        ]),
      );
  }
  const rows = await query.orderBy('booked_on').orderBy('direction').orderBy('id').limit(size).forUpdate().execute();
  return rows.map(toTransaction);
}

const REFERENCES = [
  ['endToEndId', 'end_to_end_id'],
  ['bankReference', 'bank_reference'],
  ['creditorReference', 'creditor_reference'],
  ['variableSymbol', 'variable_symbol'],
] as const;

/**
 * Finds the debits that may reverse one of these credits and were decided before the credit was known: those in review,
 * and those that share a reference and were taken for outgoing payments.
 */
export async function lockWaitingDebits(db: Database, credits: readonly Transaction[]): Promise<Transaction[]> {
  const first = credits.map(({ bookedOn }) => bookedOn).toSorted()[0];
  if (first === undefined) return [];
  const seenIds = new Set<number>();
  const found: Transaction[] = [];
  const debits = (status: TransactionStatus) =>
    undecided(db, [status])
      .selectAll()
      .where('account_id', 'in', [...new Set(credits.map(({ accountId }) => accountId))])
      .where('direction', '=', 'debit')
      .where('booked_on', '>=', first)
      .orderBy('id')
      .forUpdate();
  async function add(query: ReturnType<typeof debits>): Promise<void> {
    for (const row of await query.execute()) {
      if (!seenIds.has(row.id)) found.push(toTransaction(row));
      seenIds.add(row.id);
    }
  }
  await add(debits('review'));
  for (const [name, column] of REFERENCES) {
    const values = [...new Set(credits.map((credit) => credit[name]))].filter((value) => value !== '');
    for (let start = 0; start < values.length; start += VALUES_AT_ONCE) {
      await add(debits('ignored').where(column, 'in', values.slice(start, start + VALUES_AT_ONCE)));
    }
  }
  return found;
}

/** Finds the returns in review for which several payments fitted, and now perhaps one, because these were reversed. */
export async function ambiguousReturns(db: Database, reversed: readonly Transaction[]): Promise<number[]> {
  const first = reversed.map(({ bookedOn }) => bookedOn).toSorted()[0];
  if (first === undefined) return [];
  const rows = await undecided(db, ['review'])
    .select(['id', 'findings'])
    .where('account_id', 'in', [...new Set(reversed.map(({ accountId }) => accountId))])
    .where('direction', '=', 'debit')
    .where('booked_on', '>=', first)
    .execute();
  return rows
    .filter(({ findings }) => decodeFindings(findings).flags.includes('ambiguous_reversal'))
    .map(({ id }) => id);
}

/** Finds the orders that credits in review name. */
export async function ordersInReview(db: Database): Promise<Set<string>> {
  return new Set((await creditsInReview(db)).flatMap(({ orderIds }) => orderIds));
}

/** Finds the credits in review that name one of these orders. */
export async function reviewsOf(db: Database, orderIds: readonly string[]): Promise<number[]> {
  if (orderIds.length === 0) return [];
  const wantedIds = new Set(orderIds);
  const reviews = await creditsInReview(db);
  return reviews.filter((review) => review.orderIds.some((id) => wantedIds.has(id))).map(({ id }) => id);
}

async function creditsInReview(db: Database): Promise<{ readonly id: number; readonly orderIds: string[] }[]> {
  const rows = await undecided(db, ['review']).select(['id', 'findings']).where('direction', '=', 'credit').execute();
  return rows.map(({ id, findings }) => ({
    id,
    orderIds: decodeFindings(findings).candidates.map(({ order_id }) => order_id),
  }));
}

/** Marks transactions for another decision. */
export async function requeue(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query.updateTable('bank_transactions').set({ status: 'new' }).where('id', 'in', ids).execute();
}

/** Compares positions for sorting. */
export function inOrder(one: Position, other: Position): number {
  if (one.bookedOn !== other.bookedOn) return one.bookedOn < other.bookedOn ? -1 : 1;
  if (one.direction !== other.direction) return one.direction === 'credit' ? -1 : 1;
  return one.id - other.id;
}
