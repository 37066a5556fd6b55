import type { Database, Lease, Outbox, OwnedHooks } from '../../../index.js';
import type { OrderProvider } from '../receivables/order-provider.js';
import type { TransactionStatus } from '../transactions/states.js';
import { type MatchedChunk, matchChunk } from './match-chunk.js';
import type { RuleChoice } from './rule-choice.js';
import type { MatchSettings } from './settings.js';

export interface MatchOptions {
  /** Whoever matches holds it: all of it is written through {@link Lease.transaction}. */
  readonly lease: Lease;
  /** Looks again also at what rules have found no order for; what people have decided stays. */
  readonly isAgain?: boolean;
  /** Counts what would become of them, and stores nothing. */
  readonly isDryRun?: boolean;
  /** Called after each chunk. @param looked transactions until now */
  readonly onProgress?: (looked: number) => void;
}

/** How many transactions were looked at, and how many became what. */
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

/** Matches the transactions that nobody has looked at, and that are booked, with what people owe (bank.md B3). */
export type MatchNew = (options: MatchOptions) => Promise<MatchReport>;

export interface MatchNewParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter'>;
  readonly outbox: Pick<Outbox, 'announceAll'>;
  /** The provider of orders as sites want it. */
  readonly provider: () => Promise<OrderProvider>;
  readonly ruleChoice: Pick<RuleChoice, 'used'>;
  readonly settings: () => MatchSettings | Promise<MatchSettings>;
  readonly now: () => Date;
  /** Transactions for which one transaction of the database is used. */
  readonly chunkSize?: number;
}

/** Fewer take longer in all, and more keep others waiting: bank.md B4. */
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

/** Does the work in a transaction that is taken back, with all that was announced in it. */
async function rehearse<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  const undone = new Error('This was a rehearsal.');
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
