import type { Database } from '../../../database.js';
import { groupBy } from '../../../utilities.js';
import { isOpen, type Order } from '../receivables/order.js';
import type { Amount, OrderProvider } from '../receivables/order-provider.js';
import { referenceDigits, referenceKey } from '../receivables/reference.js';
import { type Transaction, unallocatedOf } from '../transactions/transaction.js';
import { CANDIDATE_SOURCES, type Candidate, type CandidateSource } from './candidate.js';
import { isTelling, referencesOf, type TransactionReferences } from './references-of.js';

/** Candidate orders by transaction ID. */
export type CandidatesOf = ReadonlyMap<number, readonly Candidate[]>;

/** Maximum keys per query; servers limit a statement to a few ten thousand values. */
const KEYS_AT_ONCE = 5000;

/**
 * Finds the candidate orders of many transactions in a few queries.
 * First by all references, then by payer for transactions without a usable reference, then by amount for the rest.
 */
export async function findCandidates(
  db: Database,
  provider: OrderProvider,
  transactions: readonly Transaction[],
): Promise<CandidatesOf> {
  const credits = transactions.filter(
    (transaction) => transaction.direction === 'credit' && unallocatedOf(transaction) > 0,
  );
  const found = await byReferences(provider, credits);
  const unnamed = credits.filter(({ id }) => !found.get(id)?.some(({ order, by }) => by !== 'text' && isOpen(order)));
  for (const [id, candidates] of await byPayers(db, provider, unnamed))
    found.set(id, merged(found.get(id), candidates));
  const unknown = credits.filter(({ id }) => !found.has(id));
  for (const [id, candidates] of await byAmounts(provider, unknown)) found.set(id, candidates);
  return found;
}

/** Finds the orders named by the references and texts of transactions. */
export async function byReferences(
  provider: OrderProvider,
  transactions: readonly Transaction[],
): Promise<Map<number, readonly Candidate[]>> {
  const references = new Map(transactions.map((transaction) => [transaction.id, referencesOf(transaction)]));
  const keys = [...new Set([...references.values()].flatMap(({ exact, text }) => [...exact, ...text]))];
  const orders: Order[] = [];
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    orders.push(...(await provider.findByReferences(keys.slice(start, start + KEYS_AT_ONCE))));
  }
  const byKey = groupBy(orders, ({ reference }) => referenceKey(reference));
  const byDigits = groupBy(orders, ({ reference }) => referenceDigits(reference));
  const found = new Map<number, readonly Candidate[]>();
  for (const [id, of] of references) {
    const candidates = namedBy(of, byKey, byDigits);
    if (candidates.length > 0) found.set(id, candidates);
  }
  return found;
}

function namedBy(
  { exact, text }: TransactionReferences,
  byKey: ReadonlyMap<string, readonly Order[]>,
  byDigits: ReadonlyMap<string, readonly Order[]>,
): Candidate[] {
  const by = new Map<Order, CandidateSource>();
  const add = (orders: readonly Order[] | undefined, source: CandidateSource): void => {
    for (const order of orders ?? []) if (isSurer(source, by.get(order))) by.set(order, source);
  };
  for (const key of exact) {
    add(byKey.get(key), 'reference');
    if (isNumber(key)) add(byDigits.get(key), 'digits');
  }
  for (const key of text) {
    add(byKey.get(key), isTelling(key) ? 'digits' : 'text');
    if (isNumber(key)) add(byDigits.get(key), 'digits');
  }
  return [...by].map(([order, source]) => ({ order, by: source }));
}

/** Finds orders expected from an account, and orders of the only customer who has paid from it before. */
async function byPayers(
  db: Database,
  provider: OrderProvider,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<number, readonly Candidate[]>> {
  const found = new Map<number, readonly Candidate[]>();
  const paid = transactions.filter(({ counterparty }) => counterparty.iban !== '');
  const ibans = [...new Set(paid.map(({ counterparty }) => counterparty.iban))];
  if (!provider.findByPayers || ibans.length === 0) return found;
  const customers = await customersOf(db, ibans);
  const orders = await provider.findByPayers({ ibans, customers: [...new Set(customers.values())] });
  const byIban = groupBy(orders, ({ iban }) => iban);
  const byCustomer = groupBy(orders, ({ customer }) => customer);
  for (const { id, counterparty } of paid) {
    const customer = customers.get(counterparty.iban);
    const theirs = customer === undefined ? [] : (byCustomer.get(customer) ?? []);
    const all = new Set([...(byIban.get(counterparty.iban) ?? []), ...theirs]);
    if (all.size > 0)
      found.set(
        id,
        [...all].map((order) => ({ order, by: 'payer' })),
      );
  }
  return found;
}

/** Maps accounts to customers. Accounts that have paid for several customers are left out. */
async function customersOf(db: Database, ibans: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query
    .selectFrom('bank_payments')
    .select(['iban', 'customer'])
    .distinct()
    .where('iban', 'in', ibans)
    .where('undone', '=', 0)
    .where('customer', '!=', '')
    .execute();
  const single = [...groupBy(rows, ({ iban }) => iban)].filter(([, of]) => of.length === 1);
  return new Map(single.flatMap(([iban, [row]]) => (row ? [[iban, row.customer] as const] : [])));
}

async function byAmounts(
  provider: OrderProvider,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<number, readonly Candidate[]>> {
  const found = new Map<number, readonly Candidate[]>();
  if (!provider.findByAmounts || transactions.length === 0) return found;
  const amounts = new Map(transactions.map((transaction) => [keyOf(amountOf(transaction)), amountOf(transaction)]));
  const orders = await provider.findByAmounts([...amounts.values()]);
  const byAmount = groupBy(orders, ({ amountDue, amountPaid, amountTolerated, currency }) =>
    keyOf({ amount: amountDue - amountPaid - amountTolerated, currency }),
  );
  for (const one of transactions) {
    const equal = byAmount.get(keyOf(amountOf(one)));
    if (equal)
      found.set(
        one.id,
        equal.map((order) => ({ order, by: 'amount' })),
      );
  }
  return found;
}

function amountOf(transaction: Transaction): Amount {
  return { amount: unallocatedOf(transaction), currency: transaction.currency };
}

function keyOf({ amount, currency }: Amount): string {
  return `${currency} ${amount}`;
}

/** Merges candidates; an order in both lists keeps its first, more reliable source. */
function merged(some: readonly Candidate[] = [], others: readonly Candidate[]): readonly Candidate[] {
  const orderIds = new Set(some.map(({ order }) => order.id));
  return [...some, ...others.filter(({ order }) => !orderIds.has(order.id))];
}

function isSurer(source: CandidateSource, current: CandidateSource | undefined): boolean {
  return current === undefined || CANDIDATE_SOURCES.indexOf(source) < CANDIDATE_SOURCES.indexOf(current);
}

function isNumber(key: string): boolean {
  return /^\d+$/.test(key);
}
