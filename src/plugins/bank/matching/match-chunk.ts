import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Outbox } from '../../../webhooks.js';
import { isOpen, type Order } from '../receivables/order.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import type { TransactionStatus } from '../transactions/states.js';
import { standingOf, type Transaction, unallocatedOf } from '../transactions/transaction.js';
import { transactionRecord } from '../transactions/transaction-list.js';
import { type Book, createBook, type Outcome, payingStatusOf } from './book.js';
import type { Candidate } from './candidate.js';
import { type Decision, decide, failed } from './decide.js';
import { type CandidatesOf, findCandidates } from './find-candidates.js';
import { type CreditIndex, createCreditIndex, findReversibleCredits, type ReversibleCredits } from './find-credits.js';
import { lockOrders } from './lock-orders.js';
import type { MatchRule } from './rule.js';
import type { MatchSettings } from './settings.js';
import { toleranceOf } from './tolerance.js';
import {
  ambiguousReturns,
  type ChunkQuestion,
  inOrder,
  lockUndecided,
  lockWaitingDebits,
  ordersInReview,
  type Position,
  requeue,
  reviewsOf,
} from './undecided.js';
import { writeBook } from './write-book.js';

export interface MatchChunkParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter'>;
  readonly outbox: Pick<Outbox, 'announceAll'>;
  readonly provider: OrderProvider;
  readonly rules: readonly MatchRule[];
  readonly settings: MatchSettings;
  readonly at: Date;
}

export interface MatchedChunk {
  /** Position of the last transaction; null if there were none. */
  readonly last: Position | null;
  /** IDs of the decided transactions. */
  readonly decided: readonly number[];
  /** New statuses of those that changed. */
  readonly became: ReadonlyMap<number, TransactionStatus>;
}

/**
 * Matches the next transactions within one database transaction.
 * Locks their rows and then the orders by ID, decides everything in memory in the order of booking and writes it in
 * batches.
 *
 * Transactions that were decided without knowing one of these are decided again, so that the order in which files
 * arrive makes no difference: returns whose payment was missing or ambiguous, and payments of orders that are open
 * again.
 */
export async function matchChunk(parts: MatchChunkParts, question: ChunkQuestion): Promise<MatchedChunk> {
  const { db, provider, at } = parts;
  const next = await lockUndecided(db, question);
  const last = next.at(-1);
  if (!last) return { last: null, decided: [], became: new Map() };
  const waiting = question.isAgain ? [] : await lockWaitingDebits(db, next.filter(isCredit));
  const transactions = [...next, ...waiting.filter((debit) => inOrder(debit, last) < 0)].toSorted(inOrder);
  const found = await findCandidates(db, provider, transactions);
  const filtered = await filterCandidates(parts, transactions, found);
  const debits = transactions.filter((transaction) => !isCredit(transaction));
  const reversible = debits.length === 0 ? NO_CREDITS : await findReversibleCredits(db, provider, debits);
  const { credits: creditsById, takers } = reversible;
  const ids = [
    ...[...filtered.candidates.values()].flat().map(({ order }) => order.id),
    ...creditsById.flatMap(({ payments }) => payments.map(({ orderId }) => orderId)),
  ];
  const book = createBook({ orders: await lockOrders(provider, ids), paying: creditsById, at });
  const credits = createCreditIndex(book, reversible);
  for (const { transaction } of creditsById) credits.add(transaction);
  const reviewed = debits.length === 0 ? new Set<string>() : await ordersInReview(db);
  const decided: Transaction[] = [];
  for (const transaction of transactions) {
    const decision =
      filtered.failures.get(transaction.id) ??
      (await decideOne(parts, transaction, filtered.candidates.get(transaction.id) ?? [], book, credits));
    const undone = book.undone.length;
    enter(book, transaction, decision, takers);
    decided.push(transaction);
    if (isCredit(transaction)) credits.add(transaction);
    if (decision.status === 'review') for (const { order_id } of decision.findings.candidates) reviewed.add(order_id);
    // Payments that wait for a reopened order come before all later transactions.
    if (openOf(book, book.undone.slice(undone)).some((id) => reviewed.has(id))) break;
  }
  await writeBook(parts, book);
  const reversed = book
    .changed()
    .filter(({ before, after }) => isCredit(after) && isReversed(after) && !isReversed(before));
  const left = new Set(transactions.slice(decided.length));
  await requeue(db, [
    ...waiting.filter((debit) => left.has(debit) || inOrder(debit, last) > 0).map(({ id }) => id),
    ...(await reviewsOf(db, openOf(book, book.undone))),
    ...(await ambiguousReturns(
      db,
      reversed.map(({ after }) => after),
    )),
  ]);
  const looked = new Set(decided.map(({ id }) => id));
  const changed = book.changed().filter(({ before }) => looked.has(before.id));
  return {
    last: decided.at(-1) ?? last,
    decided: [...looked],
    became: new Map(changed.map(({ after }) => [after.id, after.status])),
  };
}

const NO_CREDITS: ReversibleCredits = { credits: [], named: new Map(), takers: new Map() };

function isReversed({ status }: Transaction): boolean {
  return status === 'reversed';
}

function isCredit({ direction }: Transaction): boolean {
  return direction === 'credit';
}

/** Returns the orders that lost one of these payments and expect another one. */
function openOf(book: Book, undone: Book['undone']): string[] {
  const ids = new Set(undone.map(({ payment }) => payment.orderId));
  return [...ids].filter((id) => {
    const order = book.order(id);
    return order !== undefined && isOpen(order);
  });
}

interface FilteredCandidates {
  readonly candidates: CandidatesOf;
  /** Transactions for which a filter threw. */
  readonly failures: ReadonlyMap<number, Decision>;
}

async function filterCandidates(
  { hooks }: MatchChunkParts,
  transactions: readonly Transaction[],
  found: CandidatesOf,
): Promise<FilteredCandidates> {
  if (!hooks.hasFilter('vendor_bank_match_candidates')) return { candidates: found, failures: new Map() };
  const candidates = new Map<number, readonly Candidate[]>();
  const failures = new Map<number, Decision>();
  for (const transaction of transactions) {
    if (transaction.direction === 'debit') continue;
    const before = found.get(transaction.id) ?? [];
    const record = transactionRecord(transaction, []);
    try {
      candidates.set(transaction.id, await hooks.applyFiltersAsync('vendor_bank_match_candidates', before, record));
    } catch (error) {
      failures.set(transaction.id, failed(error));
    }
  }
  return { candidates, failures };
}

async function decideOne(
  parts: MatchChunkParts,
  transaction: Transaction,
  found: readonly Candidate[],
  book: Book,
  credits: CreditIndex,
): Promise<Decision> {
  const { rules, settings } = parts;
  // Orders that the provider no longer returns are dropped.
  const candidates = found.flatMap(({ order: { id }, by }) => {
    const order = book.order(id);
    return order ? [{ order, by }] : [];
  });
  let tolerance: (order: Order) => number = (order) => toleranceOf(settings, order);
  if (parts.hooks.hasFilter('vendor_bank_tolerance')) {
    try {
      const tolerances = await filteredTolerances(parts, transaction, candidates);
      tolerance = ({ id }) => tolerances.get(id) ?? 0;
    } catch (error) {
      return failed(error);
    }
  }
  return decide(rules, {
    transaction,
    candidates,
    settings,
    tolerance,
    available: unallocatedOf(transaction),
    credits: isCredit(transaction) ? [] : credits.reversibleBy(transaction),
  });
}

async function filteredTolerances(
  { hooks, settings }: MatchChunkParts,
  transaction: Transaction,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, number>> {
  const record = transactionRecord(transaction, []);
  const tolerances = new Map<string, number>();
  for (const { order } of candidates) {
    if (!isOpen(order)) continue;
    const own = toleranceOf(settings, order);
    tolerances.set(order.id, await hooks.applyFiltersAsync('vendor_bank_tolerance', own, order, record));
  }
  return tolerances;
}

function enter(book: Book, transaction: Transaction, decision: Decision, takers: ReversibleCredits['takers']): void {
  const { status, findings, allocations, reverses, returned, displaces } = decision;
  if (allocations.length > 0) {
    book.pay(transaction, allocations, { rule: findings.rule ?? '', score: findings.score, by: null });
  }
  const taker = takers.get(reverses);
  // The payment stays reversed, and the later debit is decided again.
  if (taker && taker.id === displaces) book.conclude(taker, REQUEUED);
  else if (reverses !== 0) takeBack(book, reverses, returned);
  book.conclude(transaction, { status, findings, decidedBy: null, reversesId: reverses });
}

const REQUEUED: Outcome = {
  status: 'new',
  findings: { rule: null, score: 0, flags: [], candidates: [] },
  decidedBy: null,
  reversesId: 0,
};

/** @param amount minor units; null for all that the bank has not taken back before */
function takeBack(book: Book, creditId: number, amount: number | null): void {
  const credit = book.transaction(creditId);
  if (!credit) return;
  const isAll = amount === null || amount >= standingOf(credit);
  book.takeBack(credit, isAll ? standingOf(credit) : amount);
  const isPaying = book.paymentsOf(creditId).length > 0;
  const partly = isPaying ? payingStatusOf(book, creditId) : credit.status;
  const flags = [...new Set([...credit.findings.flags, isAll ? 'reversed' : 'partially_returned'])];
  book.conclude(credit, {
    status: isAll ? 'reversed' : partly,
    findings: { ...credit.findings, flags },
    decidedBy: credit.decidedBy,
  });
}
