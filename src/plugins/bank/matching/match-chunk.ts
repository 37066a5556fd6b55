import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Outbox } from '../../../webhooks.js';
import { isOpen, type Order } from '../receivables/order.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import type { TransactionStatus } from '../transactions/states.js';
import { type Transaction, toTransaction, unallocatedOf } from '../transactions/transaction.js';
import { transactionRecord } from '../transactions/transaction-list.js';
import { type Book, createBook } from './book.js';
import type { Candidate } from './candidate.js';
import { type Decision, decide, failed } from './decide.js';
import { type CandidatesOf, findCandidates } from './find-candidates.js';
import { findPayingCredits, moneyOf, reversibleBy } from './find-credits.js';
import { lockOrders } from './lock-orders.js';
import type { MatchRule } from './rule.js';
import type { MatchSettings } from './settings.js';
import { toleranceOf } from './tolerance.js';
import { undecidedTransactions } from './undecided.js';
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

/** Selects the next transactions. */
export interface ChunkQuestion {
  /** Only transactions with larger IDs. */
  readonly after: number;
  readonly size: number;
  /** Includes transactions for which rules found no order before. */
  readonly isAgain: boolean;
}

export interface MatchedChunk {
  /** ID of the last transaction; null if there were none. */
  readonly last: number | null;
  readonly looked: number;
  /** New statuses of the transactions that changed. */
  readonly became: readonly TransactionStatus[];
}

/**
 * Matches the next transactions within one database transaction.
 * Locks their rows and then the orders by ID, decides everything in memory in the order of the IDs and writes it in
 * batches.
 */
export async function matchChunk(parts: MatchChunkParts, question: ChunkQuestion): Promise<MatchedChunk> {
  const { db, provider, at } = parts;
  const transactions = await lockTransactions(db, question);
  const last = transactions.at(-1);
  if (!last) return { last: null, looked: 0, became: [] };
  const found = await findCandidates(db, provider, transactions);
  const filtered = await filterCandidates(parts, transactions, found);
  const paying = await findPayingCredits(
    db,
    transactions.filter(({ direction }) => direction === 'debit'),
  );
  const ids = [
    ...[...filtered.candidates.values()].flat().map(({ order }) => order.id),
    ...paying.flatMap(({ payments }) => payments.map(({ orderId }) => orderId)),
  ];
  const book = createBook({ orders: await lockOrders(provider, ids), paying, at });
  const credits = createCredits(
    book,
    paying.map(({ transaction }) => transaction),
  );
  for (const transaction of transactions) {
    const decision =
      filtered.failures.get(transaction.id) ??
      (await decideOne(parts, transaction, filtered.candidates.get(transaction.id) ?? [], book, credits));
    enter(book, transaction, decision);
    credits.add(transaction);
  }
  await writeBook(parts, book);
  const looked = new Set(transactions.map(({ id }) => id));
  const changed = book.changed().filter(({ before }) => looked.has(before.id));
  return { last: last.id, looked: transactions.length, became: changed.map(({ after }) => after.status) };
}

async function lockTransactions(db: Database, { after, size, isAgain }: ChunkQuestion): Promise<Transaction[]> {
  const rows = await undecidedTransactions(db, isAgain)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(size)
    .forUpdate()
    .execute();
  return rows.map(toTransaction);
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
  credits: Credits,
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
    credits: transaction.direction === 'debit' ? reversibleBy(transaction, credits.withPayments(transaction)) : [],
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

function enter(book: Book, transaction: Transaction, decision: Decision): void {
  const { status, findings, allocations, reverses } = decision;
  if (allocations.length > 0) {
    book.pay(transaction, allocations, { rule: findings.rule ?? '', score: findings.score, by: null });
  }
  const credit = reverses === 0 ? undefined : book.transaction(reverses);
  if (credit) {
    book.undo(credit.id, null);
    const flags = [...credit.findings.flags, 'reversed'];
    book.conclude(credit, {
      status: 'reversed',
      findings: { ...credit.findings, flags },
      decidedBy: credit.decidedBy,
    });
  }
  book.conclude(transaction, { status, findings, decidedBy: null, reversesId: reverses });
}

/** Credits that debits may reverse: those with payments from before or from this chunk. */
interface Credits {
  add(transaction: Transaction): void;
  /** Returns the credits with the debit's account and amount that still have payments. */
  withPayments(debit: Transaction): readonly Transaction[];
}

function createCredits(book: Book, before: readonly Transaction[]): Credits {
  const ids = new Map<string, Set<number>>();
  function add(transaction: Transaction): void {
    if (book.paymentsOf(transaction.id).length === 0) return;
    const money = moneyOf(transaction);
    const alike = ids.get(money);
    if (alike) alike.add(transaction.id);
    else ids.set(money, new Set([transaction.id]));
  }
  for (const transaction of before) add(transaction);
  return {
    add,
    withPayments: (debit) =>
      [...(ids.get(moneyOf(debit)) ?? [])].flatMap((id) => {
        const transaction = book.transaction(id);
        return transaction && book.paymentsOf(id).length > 0 ? [transaction] : [];
      }),
  };
}
