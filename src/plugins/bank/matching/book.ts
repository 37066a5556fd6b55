import { isOpen, type Order, withoutPayment, withPayment } from '../receivables/order.js';
import { encodeFindings, type Findings } from '../transactions/findings.js';
import type { TransactionStatus } from '../transactions/states.js';
import { type Transaction, unallocatedOf } from '../transactions/transaction.js';
import type { Payment } from './payment.js';
import type { Allocation } from './rule.js';

/** A transaction before and after a decision. */
export interface ChangedTransaction {
  readonly before: Transaction;
  readonly after: Transaction;
}

/** An event to announce, in order of occurrence. */
export type BookEvent =
  | { readonly kind: 'matched'; readonly transaction: Transaction; readonly matches: readonly Payment[] }
  | { readonly kind: 'unmatched'; readonly transaction: Transaction; readonly matches: readonly Payment[] }
  | { readonly kind: 'paid'; readonly order: Order; readonly payment: Payment }
  | { readonly kind: 'partially_paid'; readonly order: Order; readonly payment: Payment }
  | { readonly kind: 'reversed'; readonly order: Order; readonly payment: Payment }
  | { readonly kind: 'overpaid'; readonly order: Order; readonly payment: Payment; readonly surplus: number };

/** Rule or user that assigns money to an order. */
export interface Assignment {
  readonly rule: string;
  readonly score: number;
  /** ID of the user; null for a rule. */
  readonly by: number | null;
}

/** Result for a transaction apart from its payments. */
export interface Outcome {
  readonly status: TransactionStatus;
  readonly findings: Findings;
  /** Null for a rule. */
  readonly decidedBy: number | null;
  readonly reversesId?: number;
}

/**
 * In-memory state of the loaded orders and transactions while decisions are made.
 * Everything is written at the end, in a few statements.
 */
export interface Book {
  order(id: string): Order | undefined;
  /** Returns its current state. */
  transaction(id: number): Transaction | undefined;
  /** Returns the current payments of a transaction. */
  paymentsOf(transactionId: number): readonly Payment[];
  /** Assigns parts of a transaction to loaded orders. */
  pay(transaction: Transaction, allocations: readonly Allocation[], assignment: Assignment): void;
  /**
   * Undoes all payments of a transaction.
   * @param by ID of the user; null for a rule
   */
  undo(transactionId: number, by: number | null): void;
  /**
   * Records that the bank took back a part of a credit. Payments that exceed the rest are undone, or reduced if only a
   * part is reversed.
   * @param amount minor units
   */
  takeBack(credit: Transaction, amount: number): void;
  /** Sets the outcome of a transaction after its payments. */
  conclude(transaction: Transaction, outcome: Outcome): Transaction;
  readonly added: readonly Payment[];
  /** Undone payments and the user who undid them; may include added ones. */
  readonly undone: readonly { readonly payment: Payment; readonly by: number | null }[];
  readonly changed: () => readonly ChangedTransaction[];
  readonly events: readonly BookEvent[];
}

export interface BookOptions {
  /** Loaded orders. */
  readonly orders: readonly Order[];
  /** Loaded transactions with their existing payments. */
  readonly paying?: readonly { readonly transaction: Transaction; readonly payments: readonly Payment[] }[];
  readonly at: Date;
}

export function createBook({ orders: locked, paying = [], at }: BookOptions): Book {
  const orders = new Map(locked.map((order) => [order.id, order]));
  const transactions = new Map(paying.map(({ transaction }) => [transaction.id, transaction]));
  const payments = new Map(paying.map(({ transaction, payments: of }) => [transaction.id, of]));
  const changed = new Map<number, ChangedTransaction>();
  const added: Payment[] = [];
  const undone: { payment: Payment; by: number | null }[] = [];
  const events: BookEvent[] = [];

  function put(before: Transaction, after: Transaction): void {
    transactions.set(after.id, after);
    changed.set(after.id, { before: changed.get(after.id)?.before ?? before, after });
  }

  const pay: Book['pay'] = (transaction, allocations, assignment) => {
    const newPayments: Payment[] = [];
    for (const {
      order: { id },
      amount,
      tolerated,
    } of allocations) {
      const before = orders.get(id);
      if (!before) throw new Error(`Order ${id} is not loaded.`);
      const after = withPayment(before, { amount, tolerated });
      const payment: Payment = {
        transactionId: transaction.id,
        orderId: id,
        amount,
        tolerated,
        ...assignment,
        at,
        currency: transaction.currency,
        bookedOn: transaction.bookedOn,
        customer: after.customer,
        iban: transaction.counterparty.iban,
      };
      orders.set(id, after);
      newPayments.push(payment);
      added.push(payment);
      if (isOpen(after)) events.push({ kind: 'partially_paid', order: after, payment });
      else if (isOpen(before)) events.push({ kind: 'paid', order: after, payment });
    }
    const sum = newPayments.reduce((total, { amount }) => total + amount, 0);
    const all = [...(payments.get(transaction.id) ?? []), ...newPayments];
    payments.set(transaction.id, all);
    const after = { ...transaction, allocated: transaction.allocated + sum };
    put(transaction, after);
    const last = newPayments.at(-1);
    const order = last && orders.get(last.orderId);
    const surplus = order && !isOpen(order) ? surplusOf(order, after) : 0;
    if (last && order && surplus > 0) events.push({ kind: 'overpaid', order, payment: last, surplus });
  };

  const undo: Book['undo'] = (transactionId, by) => {
    const transaction = transactions.get(transactionId);
    if (!transaction) throw new Error(`Transaction ${transactionId} is not loaded.`);
    for (const payment of payments.get(transactionId) ?? []) {
      const before = orders.get(payment.orderId);
      undone.push({ payment, by });
      // The shop may have deleted the order since.
      if (!before) continue;
      const order = withoutPayment(before, payment);
      orders.set(order.id, order);
      events.push({ kind: 'reversed', order, payment });
    }
    payments.set(transactionId, []);
    put(transaction, { ...transaction, allocated: 0 });
  };

  return {
    added,
    undone,
    events,
    order: (id) => orders.get(id),
    transaction: (id) => transactions.get(id),
    paymentsOf: (id) => payments.get(id) ?? [],
    changed: () => [...changed.values()],
    pay,
    undo,
    takeBack(credit, amount) {
      const before = transactions.get(credit.id) ?? credit;
      const returned = before.returned + amount;
      const left = before.amount - returned;
      put(before, { ...before, returned });
      if (before.allocated <= left) return;
      const [payment] = payments.get(credit.id) ?? [];
      undo(credit.id, null);
      const order = payment && orders.get(payment.orderId);
      if (left === 0 || !order) return;
      const { rule, score, by } = payment;
      pay({ ...before, returned, allocated: 0 }, [{ order, amount: left, tolerated: 0 }], { rule, score, by });
    },
    conclude(transaction, { status, findings, decidedBy, reversesId }) {
      const current = transactions.get(transaction.id) ?? transaction;
      const after = {
        ...current,
        status,
        findings,
        decidedBy,
        reversesId: reversesId ?? current.reversesId,
        updatedAt: at,
      };
      if (isSame(transaction, after)) return transaction;
      const hadPayments = transaction.allocated > 0;
      put(transaction, after);
      const matches = payments.get(after.id) ?? [];
      if (matches.length > 0) events.push({ kind: 'matched', transaction: after, matches });
      else if (transaction.status !== status && (status === 'unmatched' || (status === 'review' && hadPayments))) {
        events.push({ kind: 'unmatched', transaction: after, matches });
      }
      return after;
    },
  };
}

/**
 * Returns the status of a transaction with payments: overpaid if some of it is left, partial if one of its orders is
 * still open.
 */
export function payingStatusOf(book: Book, id: number): TransactionStatus {
  const transaction = book.transaction(id);
  if (transaction && unallocatedOf(transaction) > 0) return 'overpaid';
  const isUnfinished = book.paymentsOf(id).some(({ orderId }) => {
    const order = book.order(orderId);
    return order !== undefined && isOpen(order);
  });
  return isUnfinished ? 'partial' : 'matched';
}

/** Returns the unassigned rest of the transaction plus the overpayment of its last order. */
function surplusOf(order: Order, transaction: Transaction): number {
  const onTop = order.amountPaid + order.amountTolerated - order.amountDue;
  return Math.max(onTop, 0) + unallocatedOf(transaction);
}

function isSame(before: Transaction, after: Transaction): boolean {
  return (
    before.status === after.status &&
    before.allocated === after.allocated &&
    before.returned === after.returned &&
    before.decidedBy === after.decidedBy &&
    before.reversesId === after.reversesId &&
    encodeFindings(before.findings) === encodeFindings(after.findings)
  );
}
