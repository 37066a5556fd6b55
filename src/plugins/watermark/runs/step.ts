import { setTimeout as sleep } from 'node:timers/promises';
import { HostError } from '../../../index.js';
import type { Run, RunError, RunningRun, StepResult } from '../../../runs.js';
import type { Outbox } from '../../../webhooks.js';
import type { ErrorLog } from '../error-log.js';
import { locked } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import { type Outcome, skipped } from '../protocol/outcome.js';
import type { ConcurrentWork, PictureResult } from '../work/batch.js';
import type { LibraryRows } from '../work/library-rows.js';
import type { AssertRoom } from '../work/room.js';
import { type RunCounts, type RunInput, type RunPosition, toRun } from './run.js';

type Running = RunningRun<RunInput, RunPosition>;
type Result = StepResult<RunPosition>;

/**
 * Processes the next images of a run. Images that a crashed process finished without counting are recognised by their
 * stored run id and counted once.
 */
export type RunStep = (run: Running) => Promise<Result>;

export interface StepParts {
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly rows: Pick<LibraryRows, 'after'>;
  readonly concurrentWork: ConcurrentWork;
  readonly errors: ErrorLog;
  readonly hooks: GuardedHooks;
  readonly assertRoom: AssertRoom;
  /** Does the work on one image. */
  one(run: { readonly id: number; readonly input: RunInput }, id: number): Promise<Outcome>;
  /**
   * Milliseconds before each retry of postponed images. Their sum exceeds the lifetime of a crashed process's claim.
   */
  readonly waits?: readonly number[];
}

type MayGoOn = () => Promise<boolean>;

/** Number of images counted together. */
export const CHUNK = 20;
const WAITS = [1_000, 5_000, 15_000, 40_000, 70_000];
/** Milliseconds between checks whether to continue while waiting. */
const LOOK = 500;

export function createRunStep(parts: StepParts): RunStep {
  const { outbox, rows, concurrentWork, errors, hooks, assertRoom, one, waits = WAITS } = parts;

  return async (run) => {
    const { retryOf } = run.input;
    const { lastId } = run.state;
    const ids = await (retryOf === null ? rows.after(lastId, CHUNK) : errors.picturesOf(retryOf, lastId, CHUNK));
    return ids.length === 0 ? finish(run) : chunk(run, ids);
  };

  /** Processes consecutive images until told to stop. */
  async function chunk(run: Running, ids: readonly number[]): Promise<Result> {
    const refusal = await refusalOf(ids);
    // The remaining images would all fail, so the run pauses until there is space.
    if (refusal) return { pause: true, error: refusal };
    const before = await errors.picturesOf(run.id, (ids[0] ?? 1) - 1, ids.length);
    const failedBefore = new Set(before);
    const left = ids.filter((id) => !failedBefore.has(id));
    const selected = new Set(await hooks.applyFiltersAsync('vendor_watermark_attachment_query', left));
    const room = roomLeft(run.mayContinue);
    const { results } = await concurrentWork(
      left,
      async (id) => (selected.has(id) ? room.tried(() => one(run, id)) : skipped('excluded')),
      { runId: run.id, mayGoOn: room.mayGoOn },
    );
    const lastId = (results.length === left.length ? ids.at(-1) : results.at(-1)?.attachmentId) ?? run.state.lastId;
    const postponed = results.filter(isLocked).map(({ attachmentId }) => attachmentId);
    const counts = countsOf(results);
    const failed = counts.failed + ids.filter((id) => id <= lastId && failedBefore.has(id)).length;
    return {
      state: { lastId, postponed: [...run.state.postponed, ...postponed] },
      counts: { ...counts, failed },
      ...room.pause(),
    };
  }

  /** @returns why there is no space for these images, or null if there is */
  async function refusalOf(ids: readonly number[]): Promise<RunError | null> {
    try {
      await assertRoom(ids);
      return null;
    } catch (error) {
      if (error instanceof HostError && error.status === 507) return { code: error.code, message: error.message };
      throw error;
    }
  }

  /** Retries images that other workers held. Those still held at the end are skipped. */
  async function finish(run: Running): Promise<Result> {
    let left = run.state.postponed;
    for (const wait of waits) {
      if (left.length === 0) break;
      if (!(await waited(wait, run.mayContinue))) return {};
      for (let start = 0; start < left.length; ) {
        const ids = left.slice(start, start + CHUNK);
        const room = roomLeft(run.mayContinue);
        const options = { runId: run.id, mayGoOn: room.mayGoOn };
        const { results } = await concurrentWork(ids, (id) => room.tried(() => one(run, id)), options);
        const settled = new Set(results.filter((result) => !isLocked(result)).map(({ attachmentId }) => attachmentId));
        left = left.filter((id) => !settled.has(id));
        start += ids.length - settled.size;
        await run.save({ state: { ...run.state, postponed: left }, counts: countsOf(results), ...room.pause() });
        if (results.length < ids.length || !(await run.mayContinue())) return {};
      }
    }
    for (const id of left) await errors.record(id, locked(id), run.id);
    return {
      state: { ...run.state, postponed: [] },
      counts: { skipped: left.length },
      end: 'completed',
      inTransaction: announceEnd,
    };
  }

  async function announceEnd(ended: Run<unknown, RunPosition>): Promise<void> {
    if (ended.status !== 'completed') return;
    const { id, processed, failed, skipped, total } = toRun(ended as Run<RunInput, RunPosition>);
    await outbox.announce('vendor_watermark_batch_completed', { processed, failed, skipped, total, runId: String(id) });
  }
}

/** Counts the results of images that were not postponed. */
function countsOf(results: readonly PictureResult[]) {
  const settled = results.filter((result) => !isLocked(result));
  const count = (outcome: PictureResult['outcome']): number =>
    settled.filter((result) => result.outcome === outcome).length;
  return { processed: count('done'), failed: count('failed'), skipped: count('skipped') } satisfies RunCounts;
}

/** Work on several images that stops when storage is full. The image concerned is retried at the end. */
interface RoomLeft {
  readonly mayGoOn: MayGoOn;
  tried(work: () => Promise<Outcome>): Promise<Outcome>;
  /** Returns the part of a result that pauses the run if storage was full. */
  pause(): Pick<Result, 'error' | 'pause'>;
}

function roomLeft(mayGoOn: MayGoOn): RoomLeft {
  let full: RunError | null = null;
  return {
    mayGoOn: async () => !full && mayGoOn(),
    async tried(work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof HostError && error.code === 'storage_full')) throw error;
        full = { code: error.code, message: error.message };
        return skipped('locked');
      }
    },
    pause: () => (full ? { pause: true, error: full } : {}),
  };
}

function isLocked({ outcome, code }: PictureResult): boolean {
  return outcome === 'skipped' && code === 'locked';
}

/** @returns whether to continue afterwards */
async function waited(milliseconds: number, mayGoOn: MayGoOn): Promise<boolean> {
  const end = Date.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - Date.now()) {
    if (!(await mayGoOn())) return false;
    await sleep(Math.min(left, LOOK));
  }
  return mayGoOn();
}
