import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Outbox } from '../../../webhooks.js';
import type { Exclusive } from '../exclusive.js';
import type { Order } from '../receivables/order.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import { invalidParam, invalidTransition, notBooked, transactionNotFound } from '../transactions/errors.js';
import type { Findings } from '../transactions/findings.js';
import { assertAllowed, type TransactionAction, type TransactionStatus } from '../transactions/states.js';
import { type Transaction, toTransaction, unallocatedOf } from '../transactions/transaction.js';
import { transactionRecord } from '../transactions/transaction-list.js';
import { allocate, type WantedOrder } from './allocate.js';
import { type Book, createBook, payingStatusOf } from './book.js';
import { orderNotFound } from './errors.js';
import { withPayments } from './find-credits.js';
import { lockOrders } from './lock-orders.js';
import type { Payment } from './payment.js';
import type { MatchSettings } from './settings.js';
import { toleranceOf } from './tolerance.js';
import { writeBook } from './write-book.js';

/** Manual decisions about single transactions. Rules never change them. */
export interface ByHand {
  /**
   * Assigns a transaction, or the rest of an overpaid one, to orders.
   * @param by ID of the user; 0 for the command line
   * @throws HostError 404 `vendor_bank_not_found`, 409 `vendor_bank_locked` during a run, 503 `vendor_bank_stopped`,
   *   409 `vendor_bank_already_matched`, `vendor_bank_invalid_transition`, and errors of {@link allocate}
   */
  match(id: number, orders: readonly WantedOrder[], by: number): Promise<Transaction>;
  /**
   * Undoes all payments of a transaction, or that it is ignored. Its orders become as they were without it.
   * @throws HostError 404 `vendor_bank_not_found`, 409 `vendor_bank_locked`, `vendor_bank_invalid_transition`
   */
  unmatch(id: number, by: number): Promise<Transaction>;
  /**
   * Marks a transaction as paying nothing. Idempotent.
   * @throws HostError as {@link unmatch}
   */
  ignore(id: number, by: number): Promise<Transaction>;
  /**
   * Undoes a user's decision: the transaction returns to review as if undecided. Idempotent.
   * Decisions of rules cannot be undone, only unmatched.
   * @throws HostError as {@link unmatch}
   */
  undo(id: number, by: number): Promise<Transaction>;
}

export interface ByHandParts {
  readonly db: Database;
  readonly exclusive: Pick<Exclusive, 'run'>;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly outbox: Pick<Outbox, 'announceAll'>;
  readonly provider: () => Promise<OrderProvider>;
  readonly settings: () => MatchSettings | Promise<MatchSettings>;
  readonly now: () => Date;
}

const MANUAL = 'manual';
const CERTAIN = 100;
/** Maximum number of orders assigned in one call. */
export const MAX_ORDERS = 100;

export function createByHand(parts: ByHandParts): ByHand {
  const { db, exclusive, hooks, outbox, now } = parts;

  async function lock(id: number): Promise<{ transaction: Transaction; payments: readonly Payment[] }> {
    const row = await db.query
      .selectFrom('bank_transactions')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw transactionNotFound(id);
    const [found] = await withPayments(db, [toTransaction(row)]);
    if (!found) throw transactionNotFound(id);
    return { ...found };
  }

  /**
   * Loads and locks a transaction with its orders, then runs the step and writes the result.
   * @param step decides about the transaction, with the given orders and those that it pays already
   */
  function change(
    id: number,
    {
      action,
      done,
      orderIds = [],
    }: { action: TransactionAction; done?: TransactionStatus; orderIds?: readonly string[] },
    step: (transaction: Transaction, payments: readonly Payment[], book: Book) => Promise<void> | void,
  ): Promise<Transaction> {
    const decide = async (): Promise<Transaction> => {
      const { transaction, payments } = await lock(id);
      if (transaction.status === done) return transaction;
      assertAllowed(action, id, transaction.status);
      if (transaction.bookingStatus !== 'booked') throw notBooked(id);
      const provider = await parts.provider();
      const orders = await lockOrders(provider, [...orderIds, ...payments.map(({ orderId }) => orderId)]);
      const at = now();
      const book = createBook({ orders, paying: [{ transaction, payments }], at });
      await step(transaction, payments, book);
      await writeBook({ db, provider, outbox, at }, book);
      return book.transaction(id) ?? transaction;
    };
    return exclusive.run((lease) => lease.transaction(decide), { isPatient: true });
  }

  async function tolerancesOf(
    orders: readonly Order[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, number>> {
    const settings = await parts.settings();
    const record = transactionRecord(transaction, []);
    const tolerances = new Map<string, number>();
    for (const order of orders) {
      const own = toleranceOf(settings, order);
      tolerances.set(order.id, await hooks.applyFiltersAsync('vendor_bank_tolerance', own, order, record));
    }
    return tolerances;
  }

  return {
    async match(id, requested, by) {
      assertDistinct(requested);
      const orderIds = requested.map(({ orderId }) => orderId);
      return change(id, { action: 'match', orderIds }, async (transaction, payments, book) => {
        if (transaction.direction !== 'credit') {
          throw invalidParam('id', `Transaction ${id} is a debit and cannot pay an order.`);
        }
        const found = requested.map(({ orderId, amount }) => {
          const order = book.order(orderId);
          if (!order) throw orderNotFound(orderId);
          return { order, amount };
        });
        const tolerances = await tolerancesOf(
          found.map(({ order }) => order),
          transaction,
        );
        const allocations = allocate({
          transaction,
          payments,
          requests: found,
          available: unallocatedOf(transaction),
          tolerance: (order) => tolerances.get(order.id) ?? 0,
        });
        book.pay(transaction, allocations, { rule: MANUAL, score: CERTAIN, by });
        book.conclude(transaction, {
          status: payingStatusOf(book, id),
          findings: { ...transaction.findings, rule: MANUAL, score: CERTAIN },
          decidedBy: by,
        });
      });
    },
    unmatch: (id, by) =>
      change(id, { action: 'unmatch', done: 'unmatched' }, (transaction, _, book) => {
        book.undo(id, by);
        book.conclude(transaction, { status: 'unmatched', findings: undecided(transaction.findings), decidedBy: by });
      }),
    ignore: (id, by) =>
      change(id, { action: 'ignore', done: 'ignored' }, (transaction, _, book) => {
        const findings = { ...transaction.findings, rule: MANUAL, score: CERTAIN };
        book.conclude(transaction, { status: 'ignored', findings, decidedBy: by });
      }),
    undo: (id, by) =>
      change(id, { action: 'undo', done: 'review' }, (transaction, payments, book) => {
        const isByRule = transaction.decidedBy === null || payments.some((payment) => payment.by === null);
        if (isByRule) throw invalidTransition('undo', id, transaction.status);
        if (payments.length > 0) book.undo(id, by);
        book.conclude(transaction, { status: 'review', findings: undecided(transaction.findings), decidedBy: null });
      }),
  };
}

/** Keeps the findings for the next reviewer, without the decision. */
function undecided(findings: Findings): Findings {
  return { ...findings, rule: null, score: 0 };
}

/**
 * Checks the number of orders and that none is repeated.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
function assertDistinct(requested: readonly WantedOrder[]): void {
  if (requested.length === 0 || requested.length > MAX_ORDERS) {
    throw invalidParam('orders', `Enter 1 to ${MAX_ORDERS} orders for this transaction.`);
  }
  if (new Set(requested.map(({ orderId }) => orderId)).size === requested.length) return;
  throw invalidParam('orders', 'Enter each order once, with its total amount.');
}
