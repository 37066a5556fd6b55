import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Lease } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import type { TransactionStatus } from '../transactions/states.js';
import { type MatchedChunk, matchChunk } from './match-chunk.js';
import type { RuleChoice } from './rule-choice.js';
import type { MatchSettings } from './settings.js';

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
    const became = new Map<TransactionStatus, number>();
    let looked = 0;
    const provider = await parts.provider();
    const settings = await parts.settings();
    const rules = await hooks.applyFiltersAsync('vendor_bank_match_rules', await parts.ruleChoice.used());
    for (let after = 0; ; ) {
      lease.signal.throwIfAborted();
      const work = (): Promise<MatchedChunk> =>
        matchChunk({ db, hooks, outbox, provider, rules, settings, at: now() }, { after, size, isAgain });
      const chunk = await (isDryRun ? rehearse(lease, work) : lease.transaction(work));
      if (chunk.last === null) break;
      after = chunk.last;
      looked += chunk.looked;
      for (const status of chunk.became) became.set(status, (became.get(status) ?? 0) + 1);
      onProgress?.(looked);
      if (chunk.looked < size) break;
    }
    const of = (status: TransactionStatus): number => became.get(status) ?? 0;
    return {
      looked,
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
