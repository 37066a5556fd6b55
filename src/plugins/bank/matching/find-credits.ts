import type { Database } from '../../../database.js';
import { groupBy } from '../../../utilities.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import { referenceKey } from '../receivables/reference.js';
import { type Transaction, type TransactionRow, toTransaction } from '../transactions/transaction.js';
import type { Book } from './book.js';
import { byReferences } from './find-candidates.js';
import { type Payment, toPayment } from './payment.js';
import { isReturn } from './return-signs.js';
import type { ReversibleCredit } from './rule.js';

/** Months after which a payment cannot come back: 13 for unauthorized SEPA direct debits (PSD2, article 71). */
const MAX_MONTHS = 13;
/** Maximum words of a text that may be a reference, because strangers write the texts. */
const MAX_WORDS = 60;
const MIN_CHARACTERS = 4;
/** Maximum values per query. */
const VALUES_AT_ONCE = 5000;

/** A credit with its payments. */
export interface PayingCredit {
  readonly transaction: Transaction;
  readonly payments: readonly Payment[];
}

/** Unique to a payment. */
const SURE = ['endToEndId', 'bankReference'] as const;
/** Shared by several payments, so the amount has to be equal too. */
const WEAK = ['creditorReference', 'variableSymbol'] as const;
const COLUMNS = {
  endToEndId: 'end_to_end_id',
  bankReference: 'bank_reference',
  creditorReference: 'creditor_reference',
  variableSymbol: 'variable_symbol',
} as const;

export interface ReversibleCredits {
  readonly credits: readonly PayingCredit[];
  /** Orders that returns name in their text. */
  readonly named: ReadonlyMap<number, readonly string[]>;
  /** Debits that rules took for the return of a whole payment, by the ID of the payment. */
  readonly takers: ReadonlyMap<number, Transaction>;
}

/**
 * Finds the credits that these debits may reverse, with a fixed number of queries, and locks them.
 */
export async function findReversibleCredits(
  db: Database,
  provider: OrderProvider,
  debits: readonly Transaction[],
): Promise<ReversibleCredits> {
  const named = await ordersNamedBy(provider, debits.filter(isReturn));
  const days = debits.map(({ bookedOn }) => bookedOn).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const rows = new Map<number, TransactionRow>();
  const credits = () =>
    db.query
      .selectFrom('bank_transactions')
      .selectAll()
      .where('account_id', 'in', distinct(debits.map(({ accountId }) => accountId)))
      .where('direction', '=', 'credit')
      .where('status', '!=', 'new')
      .where('booking_status', '=', 'booked')
      .where('duplicate_of', '=', 0)
      .where('booked_on', '>=', earliestPayment(first))
      .where('booked_on', '<=', last)
      .orderBy('id')
      .forUpdate();
  async function add(query: ReturnType<typeof credits>): Promise<void> {
    for (const row of await query.execute()) rows.set(row.id, row);
  }
  for (const name of [...SURE, ...WEAK]) {
    const values = distinct(debits.flatMap((debit) => [debit[name], ...(isReturn(debit) ? wordsOf(debit) : [])]));
    const isWeak = WEAK.some((each) => each === name);
    for (const some of pieces(values)) {
      const query = credits().where(COLUMNS[name], 'in', some);
      await add(isWeak ? query.where('amount', 'in', distinct(debits.flatMap(amountsOf))) : query);
    }
  }
  for (const some of pieces(distinct([...named.values()].flat()))) {
    await add(
      credits().where('id', 'in', (eb) =>
        eb
          .selectFrom('bank_payments')
          .select('bank_payments.transaction_id')
          .where('bank_payments.order_id', 'in', some)
          .where('bank_payments.undone', '=', 0),
      ),
    );
  }
  const found = [...rows.values()].toSorted((one, other) => one.id - other.id).map(toTransaction);
  return { credits: await withPayments(db, found), named, takers: await takersOf(db, found, first) };
}

/** @param first first day of the debits, because only a later return gives up its payment */
async function takersOf(
  db: Database,
  credits: readonly Transaction[],
  first: string,
): Promise<ReadonlyMap<number, Transaction>> {
  const whole = credits.filter(({ status, returned, amount }) => status === 'reversed' && returned === amount);
  if (whole.length === 0) return new Map();
  const rows = await db.query
    .selectFrom('bank_transactions')
    .selectAll()
    .where(
      'reverses_id',
      'in',
      whole.map(({ id }) => id),
    )
    .where('account_id', 'in', distinct(whole.map(({ accountId }) => accountId)))
    .where('booked_on', '>=', first)
    .where('status', '=', 'reversed')
    .where('decided_by', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const amounts = new Map(whole.map(({ id, amount }) => [id, amount]));
  const takers = rows
    .map(toTransaction)
    .filter(({ reversesId, ...debit }) => amountsOf(debit).includes(amounts.get(reversesId) ?? 0));
  return new Map(takers.map((debit) => [debit.reversesId, debit]));
}

/** Loads and locks the payments of these transactions. */
export async function withPayments(db: Database, transactions: readonly Transaction[]): Promise<PayingCredit[]> {
  if (transactions.length === 0) return [];
  const rows = await db.query
    .selectFrom('bank_payments')
    .selectAll()
    .where(
      'transaction_id',
      'in',
      transactions.map(({ id }) => id),
    )
    .where('undone', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute();
  const payments = groupBy(rows, ({ transaction_id }) => transaction_id);
  return transactions.map((transaction) => ({
    transaction,
    payments: (payments.get(transaction.id) ?? []).map((row) => toPayment(row, transaction.bookedOn)),
  }));
}

/** Credits that debits may reverse: stored before, or decided since. */
export interface CreditIndex {
  add(credit: Transaction): void;
  /** Returns the current credits that share a reference with the debit and precede it. */
  reversibleBy(debit: Transaction): ReversibleCredit[];
}

/**
 * Creates an index of credits by reference.
 * @param found orders that returns name in their text, and debits that reversed a payment before
 */
export function createCreditIndex(
  book: Book,
  { named, takers }: Pick<ReversibleCredits, 'named' | 'takers'>,
): CreditIndex {
  const credits = new Map<string, Transaction[]>();

  /** A debit that was displaced since takes nothing. */
  function takerOf(creditId: number): Transaction | null {
    const taker = takers.get(creditId);
    const current = taker && (book.transaction(taker.id) ?? taker);
    return current?.reversesId === creditId ? current : null;
  }

  function find(debit: Transaction, keys: readonly string[]): Transaction[] {
    return keys
      .flatMap((key) => credits.get(`${moneyOf(debit)} ${key}`) ?? [])
      .map((credit) => book.transaction(credit.id) ?? credit)
      .filter(({ bookedOn }) => bookedOn <= debit.bookedOn && bookedOn >= earliestPayment(debit.bookedOn));
  }

  return {
    add(credit) {
      const orders = book.paymentsOf(credit.id).map(({ orderId }) => `order ${orderId}`);
      for (const key of [...keysOf(credit, [...SURE, ...WEAK]), ...orders]) {
        const full = `${moneyOf(credit)} ${key}`;
        const existing = credits.get(full);
        if (existing) existing.push(credit);
        else credits.set(full, [credit]);
      }
    },
    reversibleBy(debit) {
      const references = isReturn(debit) ? wordsOf(debit) : [];
      const worded = (names: readonly Reference[]): string[] =>
        names.flatMap((name) => references.map((word) => `${name} ${referenceKey(word)}`));
      const orders = (named.get(debit.id) ?? []).map((id) => `order ${id}`);
      const sure = find(debit, [...keysOf(debit, SURE), ...worded(SURE)]);
      const weak = find(debit, [...keysOf(debit, WEAK), ...worded(WEAK), ...orders]);
      const surely = new Set(sure.map(({ id }) => id));
      const all = new Map([...sure, ...weak].map((credit) => [credit.id, credit]));
      return [...all.values()].map((transaction) => ({
        transaction,
        isSure: surely.has(transaction.id),
        orderIds: book.paymentsOf(transaction.id).map(({ orderId }) => orderId),
        takenBy: takerOf(transaction.id),
      }));
    },
  };
}

type Reference = keyof typeof COLUMNS;

/** References with their field name, because equal numbers in different fields are unrelated. */
function keysOf(transaction: Transaction, names: readonly Reference[]): string[] {
  return names.flatMap((name) => (transaction[name] === '' ? [] : `${name} ${referenceKey(transaction[name])}`));
}

function moneyOf({ accountId, currency }: Transaction): string {
  return `${accountId} ${currency}`;
}

/** Amounts of a payment that a debit reverses completely: with and without its charges. */
function amountsOf({ amount, charges }: Pick<Transaction, 'amount' | 'charges'>): number[] {
  return [amount, amount - charges];
}

/** Returns the orders that the texts of returns name, by transaction. */
async function ordersNamedBy(
  provider: OrderProvider,
  returns: readonly Transaction[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = await byReferences(provider, returns);
  const isTelling = (by: string): boolean => by === 'reference' || by === 'digits';
  return new Map(
    [...found].map(([id, candidates]) => [
      id,
      candidates.filter(({ by }) => isTelling(by)).map(({ order }) => order.id),
    ]),
  );
}

/** Returns the words of a text that may be a reference. */
function wordsOf({ remittance }: Transaction): string[] {
  const terms = remittance.split(/[\s,;:]+/).filter((word) => word.length >= MIN_CHARACTERS && /\d/.test(word));
  return distinct(terms.slice(0, MAX_WORDS));
}

/** Returns the first day of which a payment may come back on a day. */
function earliestPayment(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const months = year * 12 + month - 1 - MAX_MONTHS;
  const two = (number: number): string => String(number).padStart(2, '0');
  // Days are compared as texts, so 30 February is fine here.
  return `${Math.floor(months / 12)}-${two((months % 12) + 1)}-${two(date)}`;
}

function distinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].filter((value) => value !== '');
}

function* pieces(values: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < values.length; start += VALUES_AT_ONCE) yield values.slice(start, start + VALUES_AT_ONCE);
}
