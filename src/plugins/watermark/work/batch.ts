import type { ErrorLog } from '../error-log.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import type { Outcome, OutcomeNote, SkipReason } from '../protocol/outcome.js';
import type { BatchStart, LibraryRows } from './library-rows.js';
import type { AssertRoom } from './room.js';
import type { RunWork } from './run-work.js';

/** What became of one picture of several. */
export interface PictureResult {
  readonly attachmentId: number;
  readonly outcome: 'done' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  readonly code: SkipReason | string | null;
  readonly message: string | null;
  readonly notes: readonly OutcomeNote[];
}

/** What became of several pictures, in their order. */
export interface Tally {
  readonly processed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly PictureResult[];
}

/** What is told of work on the library that has come to its end. */
export interface BatchSummary extends Pick<Tally, 'failed' | 'processed' | 'skipped'> {
  /** Pictures in the library, or those that failed in the run that was tried again. */
  readonly total: number;
  readonly runId: string;
}

/** What became of the pictures of one call. */
export interface BatchResult extends Tally, BatchSummary {
  /** Whether none come after these. */
  readonly completed: boolean;
  readonly nextOffset: number;
  /** The id of the last one; null when there was none. */
  readonly lastId: number | null;
}

export interface SeveralOptions {
  /** The run that they are part of. */
  readonly runId?: number;
  /** Asked before each picture; what was begun is brought to its end. */
  readonly mayGoOn?: () => Promise<boolean>;
}

/**
 * Works on several pictures, some at once. A failure of one is noted, and keeps nobody from the others.
 * @returns what became of them; of the first ones, where it was not to go on
 */
export type Several = (
  ids: readonly number[],
  work: (id: number) => Promise<Outcome>,
  options?: SeveralOptions,
) => Promise<Tally>;

/** While two are rendered, one more can wait for the disk. */
const WAITING_FOR_DISK = 1;

export function createSeveral(errors: ErrorLog, concurrency: () => Promise<number>): Several {
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
 * One call of many that go through the library: exactly as many pictures as were asked for, or as are left.
 * @throws HostError 507 `vendor_watermark_insufficient_storage`
 */
export type Batch = (
  userId: number,
  work: RunWork,
  start: BatchStart,
  run: (id: number) => Promise<Outcome>,
) => Promise<BatchResult>;

export interface BatchParts {
  readonly rows: LibraryRows;
  readonly several: Several;
  readonly hooks: GuardedHooks;
  readonly assertRoom: AssertRoom;
}

export function createBatch({ rows, several, hooks, assertRoom }: BatchParts): Batch {
  return async (userId, work, start, run) => {
    const total = await rows.total();
    const { ids, isLast, runId } = await rows.take(userId, work, start);
    await assertRoom(ids);
    const wanted = new Set(await hooks.applyFiltersAsync('vendor_watermark_attachment_query', ids));
    const tally = await several(ids, async (id) =>
      wanted.has(id) ? run(id) : ({ done: false, reason: 'excluded' } as const),
    );
    const nextOffset = start.offset + ids.length;
    const lastId = ids.at(-1) ?? null;
    if (lastId !== null) await rows.mark(userId, work, { nextOffset, lastId, runId });
    const result = { ...tally, total, completed: isLast, nextOffset, lastId, runId };
    if (isLast) await hooks.doActionAsync('vendor_watermark_batch_completed', result);
    return result;
  };
}
