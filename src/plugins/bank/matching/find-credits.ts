import { addDays, type Database, groupBy } from '../../../index.js';
import { PAYING_STATUSES } from '../transactions/states.js';
import { type Transaction, toTransaction } from '../transactions/transaction.js';
import { type Payment, toPayment } from './payment.js';
import type { ReversibleCredit } from './rule.js';

/** Days after which a payment is not taken back any more (bank.md B3). */
const LONGEST = 60;

/** A credit with what it pays. */
export interface PayingCredit {
  readonly transaction: Transaction;
  readonly payments: readonly Payment[];
}

/** The credits with payments that these debits may take back, read by as many statements as for one. */
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
    .where('booked_on', '>=', addDays(days[0] ?? first.bookedOn, -LONGEST))
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

/** What these transactions pay, in hand. */
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

/** What a credit and the debit that takes it back have in common at least: few are compared then. */
export function moneyOf({ accountId, amount, currency }: Transaction): string {
  return `${accountId} ${amount} ${currency}`;
}

/** Those of these credits that a debit may take back: bank.md B3, of the same reference and amount, and not too old. */
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
    credit.bookedOn >= addDays(debit.bookedOn, -LONGEST) &&
    referencesIn(credit).some((reference) => referencesIn(debit).includes(reference))
  );
}

function sharesSureReference(credit: Transaction, debit: Transaction): boolean {
  const isShared = (name: 'bankReference' | 'endToEndId'): boolean =>
    credit[name] !== '' && credit[name] === debit[name];
  return isShared('endToEndId') || isShared('bankReference');
}

/** With what they are, since a number means something else elsewhere. */
function referencesIn(transaction: Transaction): string[] {
  const { endToEndId, bankReference, creditorReference, variableSymbol } = transaction;
  return Object.entries({ endToEndId, bankReference, creditorReference, variableSymbol })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${value}`);
}
