import type { ErrorLog } from '../error-log.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import type { Outcome, OutcomeNote, SkipReason } from '../protocol/outcome.js';
import type { BatchStart, LibraryRows } from './library-rows.js';
import type { AssertRoom } from './room.js';
import type { RunWork } from './run-work.js';

/** Result of one image among several. */
export interface PictureResult {
  readonly attachmentId: number;
  readonly outcome: 'done' | 'failed' | 'skipped';
  /** Reason for the failure or skip. */
  readonly code: SkipReason | string | null;
  readonly message: string | null;
  readonly notes: readonly OutcomeNote[];
}

/** Results of several images, in order. */
export interface Tally {
  readonly processed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly PictureResult[];
}

/** Summary of completed work on the library. */
export interface BatchSummary extends Pick<Tally, 'failed' | 'processed' | 'skipped'> {
  /** Images in the library, or failures of the retried run. */
  readonly total: number;
  readonly runId: string;
}

/** Result of a batch call. */
export interface BatchResult extends Tally, BatchSummary {
  /** Whether no images follow. */
  readonly completed: boolean;
  readonly nextOffset: number;
  /** Id of the last one; null if there was none. */
  readonly lastId: number | null;
}

export interface BatchOptions {
  /** Run that they are part of. */
  readonly runId?: number;
  /** Called before each image. An image in progress is always finished. */
  readonly mayGoOn?: () => Promise<boolean>;
}

/**
 * Processes several images concurrently. A failure is recorded and does not affect the others.
 * @returns the results, or those of the first images if it was stopped
 */
export type ConcurrentWork = (
  ids: readonly number[],
  work: (id: number) => Promise<Outcome>,
  options?: BatchOptions,
) => Promise<Tally>;

/** Additional image that waits for the disk while the others are rendered. */
const WAITING_FOR_DISK = 1;

export function createConcurrentWork(errors: ErrorLog, concurrency: () => Promise<number>): ConcurrentWork {
  async function one(id: number, work: (id: number) => Promise<Outcome>, runId: number | null): Promise<PictureResult> {
    try {
      const outcome = await work(id);
      if (outcome.done) return { attachmentId: id, outcome: 'done', code: null, message: null, notes: outcome.notes };
      return { attachmentId: id, outcome: 'skipped', code: outcome.reason, message: null, notes: [] };
    } catch (error) {
      const { code, message } = await errors.record(id, error, runId);
      return { attachmentId: id, outcome: 'failed', code, message, notes: [] };
    }
  }

  return async (ids, work, { runId = null, mayGoOn } = {}) => {
    const results: PictureResult[] = [];
    let next = 0;
    async function worker(): Promise<void> {
      while (!mayGoOn || (await mayGoOn())) {
        const index = next++;
        const id = ids[index];
        if (id === undefined) return;
        results[index] = await one(id, work, runId ?? null);
      }
    }
    const count = (await concurrency()) + WAITING_FOR_DISK;
    await Promise.all(Array.from({ length: Math.min(count, ids.length) }, worker));
    return tallyOf(results);
  };
}

function tallyOf(results: readonly PictureResult[]): Tally {
  const count = (outcome: PictureResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  return { processed: count('done'), failed: count('failed'), skipped: count('skipped'), results };
}

/**
 * Processes one batch of the library, exactly as many images as requested or left.
 * @throws HostError 507 `vendor_watermark_insufficient_storage`, and like `DesignSettings.assertDrawable` for `apply`
 */
export type Batch = (
  userId: number,
  work: RunWork,
  start: BatchStart,
  run: (id: number) => Promise<Outcome>,
) => Promise<BatchResult>;

export interface BatchParts {
  readonly rows: LibraryRows;
  readonly concurrentWork: ConcurrentWork;
  readonly hooks: GuardedHooks;
  readonly assertRoom: AssertRoom;
  /** Asserts that every design can be drawn. */
  readonly assertDrawable: () => Promise<void>;
}

export function createBatch({ rows, concurrentWork, hooks, assertRoom, assertDrawable }: BatchParts): Batch {
  return async (userId, work, start, run) => {
    if (work === 'apply') await assertDrawable();
    const total = await rows.total();
    const { ids, isLast, runId } = await rows.take(userId, work, start);
    await assertRoom(ids);
    const selected = new Set(await hooks.applyFiltersAsync('vendor_watermark_attachment_query', ids));
    const tally = await concurrentWork(ids, async (id) =>
      selected.has(id) ? run(id) : ({ done: false, reason: 'excluded' } as const),
    );
    const nextOffset = start.offset + ids.length;
    const lastId = ids.at(-1) ?? null;
    if (lastId !== null) await rows.mark(userId, work, { nextOffset, lastId, runId });
    const result = { ...tally, total, completed: isLast, nextOffset, lastId, runId };
    if (isLast) await hooks.doActionAsync('vendor_watermark_batch_completed', result);
    return result;
  };
}
