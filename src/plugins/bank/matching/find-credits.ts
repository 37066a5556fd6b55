import { addDays } from '../../../calendar.js';
import type { Database } from '../../../database.js';
import { groupBy } from '../../../utilities.js';
import { PAYING_STATUSES } from '../transactions/states.js';
import { type Transaction, toTransaction } from '../transactions/transaction.js';
import { type Payment, toPayment } from './payment.js';
import type { ReversibleCredit } from './rule.js';

/** Days after which a payment is no longer reversed. */
const MAX_DAYS = 60;

/** A credit with its payments. */
export interface PayingCredit {
  readonly transaction: Transaction;
  readonly payments: readonly Payment[];
}

/** Finds the credits with payments that these debits may reverse, with a fixed number of queries. */
export async function findPayingCredits(db: Database, debits: readonly Transaction[]): Promise<PayingCredit[]> {
  const asking = debits.filter((debit) => referencesIn(debit).length > 0);
  const [first] = asking;
  if (!first) return [];
  const days = asking.map(({ bookedOn }) => bookedOn).toSorted();
  const rows = await db.query
    .selectFrom('bank_transactions')
    .selectAll()
    .where('account_id', 'in', [...new Set(asking.map(({ accountId }) => accountId))])
    .where('amount', 'in', [...new Set(asking.map(({ amount }) => amount))])
    .where('booked_on', '>=', addDays(days[0] ?? first.bookedOn, -MAX_DAYS))
    .where('booked_on', '<=', days.at(-1) ?? first.bookedOn)
    .where('direction', '=', 'credit')
    .where('status', 'in', PAYING_STATUSES)
    .orderBy('id')
    .forUpdate()
    .execute();
  const alike = groupBy(asking, moneyOf);
  const credits = rows
    .map(toTransaction)
    .filter((credit) => alike.get(moneyOf(credit))?.some((debit) => isTakenBack(credit, debit)));
  return withPayments(db, credits);
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

/** Grouping key shared by a credit and its reversal, so that few pairs are compared. */
export function moneyOf({ accountId, amount, currency }: Transaction): string {
  return `${accountId} ${amount} ${currency}`;
}

/** Filters the credits that a debit may reverse: same reference and amount, and at most 60 days old. */
export function reversibleBy(debit: Transaction, credits: readonly Transaction[]): ReversibleCredit[] {
  return credits
    .filter((credit) => isTakenBack(credit, debit))
    .map((transaction) => ({ transaction, isSure: sharesSureReference(transaction, debit) }));
}

function isTakenBack(credit: Transaction, debit: Transaction): boolean {
  return (
    credit.accountId === debit.accountId &&
    credit.amount === debit.amount &&
    credit.currency === debit.currency &&
    credit.bookedOn <= debit.bookedOn &&
    credit.bookedOn >= addDays(debit.bookedOn, -MAX_DAYS) &&
    referencesIn(credit).some((reference) => referencesIn(debit).includes(reference))
  );
}

function sharesSureReference(credit: Transaction, debit: Transaction): boolean {
  const isShared = (name: 'bankReference' | 'endToEndId'): boolean =>
    credit[name] !== '' && credit[name] === debit[name];
  return isShared('endToEndId') || isShared('bankReference');
}

/** References with their field name, because equal numbers in different fields are unrelated. */
function referencesIn(transaction: Transaction): string[] {
  const { endToEndId, bankReference, creditorReference, variableSymbol } = transaction;
  return Object.entries({ endToEndId, bankReference, creditorReference, variableSymbol })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${value}`);
}
