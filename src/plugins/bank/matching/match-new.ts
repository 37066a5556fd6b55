import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Lease } from '../../../services.js';
import { groupBy } from '../../../utilities.js';
import type { Outbox } from '../../../webhooks.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import type { TransactionStatus } from '../transactions/states.js';
import { type MatchedChunk, matchChunk } from './match-chunk.js';
import type { RuleChoice } from './rule-choice.js';
import type { MatchSettings } from './settings.js';
import type { ChunkQuestion } from './undecided.js';

export interface MatchOptions {
  /** Lease of the caller. Everything is written through {@link Lease.transaction}. */
  readonly lease: Lease;
  /** Includes transactions for which rules found no order before. Manual decisions stay. */
  readonly isAgain?: boolean;
  /** Counts the results without storing anything. */
  readonly isDryRun?: boolean;
  /**
   * Called after each chunk.
   * @param looked transactions so far
   */
  readonly onProgress?: (looked: number) => void;
}

/** Number of transactions examined, and of each resulting status. */
export interface MatchReport {
  readonly looked: number;
  readonly matched: number;
  readonly partial: number;
  readonly overpaid: number;
  readonly unmatched: number;
  readonly ignored: number;
  readonly review: number;
  readonly reversed: number;
  readonly errors: number;
}

/** Matches booked, undecided transactions with open orders. */
export type MatchNew = (options: MatchOptions) => Promise<MatchReport>;

export interface MatchNewParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter'>;
  readonly outbox: Pick<Outbox, 'announceAll'>;
  /** Returns the order provider after filters. */
  readonly provider: () => Promise<OrderProvider>;
  readonly ruleChoice: Pick<RuleChoice, 'used'>;
  readonly settings: () => MatchSettings | Promise<MatchSettings>;
  readonly now: () => Date;
  /** Transactions matched in one database transaction. */
  readonly chunkSize?: number;
}

/** Smaller chunks are slower in total, larger ones block others for longer. */
const CHUNK_SIZE = 1000;

export function createMatchNew(parts: MatchNewParts): MatchNew {
  const { db, hooks, outbox, now, chunkSize: size = CHUNK_SIZE } = parts;

  return async ({ lease, isAgain = false, isDryRun = false, onProgress }) => {
    const looked = new Set<number>();
    const became = new Map<number, TransactionStatus>();
    const provider = await parts.provider();
    const settings = await parts.settings();
    const rules = await hooks.applyFiltersAsync('vendor_bank_match_rules', await parts.ruleChoice.used());
    const chunk = async (question: Omit<ChunkQuestion, 'size'>): Promise<MatchedChunk> => {
      lease.signal.throwIfAborted();
      const work = (): Promise<MatchedChunk> =>
        matchChunk({ db, hooks, outbox, provider, rules, settings, at: now() }, { ...question, size });
      const matched = await (isDryRun ? rehearse(lease, work) : lease.transaction(work));
      // A transaction may be decided again, so the last decision counts.
      for (const id of matched.decided) looked.add(id);
      for (const [id, status] of matched.became) became.set(id, status);
      if (matched.last) onProgress?.(looked.size);
      return matched;
    };
    if (isAgain || isDryRun) {
      let after: MatchedChunk['last'] = null;
      do after = (await chunk({ after, isAgain })).last;
      while (after);
    }
    // Decided transactions are no longer new, so every chunk starts at the first one, which may have been requeued.
    while (!isDryRun && (await chunk({ after: null, isAgain: false })).last);
    const counts = groupBy([...became.values()], (status) => status);
    const of = (status: TransactionStatus): number => counts.get(status)?.length ?? 0;
    return {
      looked: looked.size,
      matched: of('matched'),
      partial: of('partial'),
      overpaid: of('overpaid'),
      unmatched: of('unmatched'),
      ignored: of('ignored'),
      review: of('review'),
      reversed: of('reversed'),
      errors: of('error'),
    };
  };
}

/** Runs the work in a transaction that is rolled back, including its announcements. */
async function rehearse<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  const undone = new Error('This was a dry run.');
  let result: { readonly of: T } | undefined;
  try {
    await lease.transaction(async () => {
      result = { of: await work() };
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  if (!result) throw undone;
  return result.of;
}
