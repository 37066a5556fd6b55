import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database.js';
import { HostError } from '../../../index.js';
import type { Outbox } from '../../../webhooks.js';
import type { ErrorLog } from '../error-log.js';
import { locked } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import { type Outcome, skipped } from '../protocol/outcome.js';
import type { ConcurrentWork, PictureResult } from '../work/batch.js';
import type { LibraryRows } from '../work/library-rows.js';
import type { AssertRoom } from '../work/room.js';
import type { Run, RunError } from './run.js';
import type { Chunk, RunRows, StoredRun } from './run-rows.js';

/** Worker of a run, with the signal to stop it. */
export interface Working {
  /** Job id, or the generated name of a command. */
  readonly worker: string;
  readonly signal: AbortSignal;
  /** Called after each step with the current run. */
  onProgress(run: Run): void;
}

/**
 * Continues a run from its stored position until it is completed or no longer assigned to this worker. Images that a
 * crashed process finished without counting are recognised by their stored run id and counted once.
 * @returns whether it was completed here
 */
export type WorkOnRun = (id: number, working: Working) => Promise<boolean>;

export interface WorkParts {
  readonly db: Pick<Database, 'transaction'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly runRows: RunRows;
  readonly rows: LibraryRows;
  readonly several: ConcurrentWork;
  readonly errors: ErrorLog;
  readonly hooks: GuardedHooks;
  readonly assertRoom: AssertRoom;
  /** Does the work on one image. */
  one(run: Run, id: number): Promise<Outcome>;
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

export function createWorkOnRun(parts: WorkParts): WorkOnRun {
  const { db, outbox, runRows, rows, several, errors, hooks, assertRoom, one, waits = WAITS } = parts;

  return async (id, working) => {
    const { worker, signal } = working;
    if (!(await runRows.begin(id, worker))) return false;
    const mayGoOn = async (): Promise<boolean> => !signal.aborted && (await runRows.isWorkOf(id, worker));
    if (!(await throughLibrary(id, working, mayGoOn))) return false;
    if (!(await throughPostponed(id, working, mayGoOn))) return false;
    const run = await completed(id, worker);
    if (run) working.onProgress(run);
    return run !== null;
  };

  /** Atomic: a crash here leaves the run either ended and announced, or neither. */
  function completed(id: number, worker: string): Promise<Run | null> {
    return db.transaction(async () => {
      if (!(await runRows.end(id, 'completed', { worker }))) return null;
      const run = await runRows.get(id);
      if (!run) return null;
      const { processed, failed, skipped, total } = run;
      const summary = { processed, failed, skipped, total, runId: String(id) };
      await outbox.announce('vendor_watermark_batch_completed', summary);
      return run;
    });
  }

  /** @returns whether it reached the end of the library */
  async function throughLibrary(id: number, working: Working, mayGoOn: MayGoOn): Promise<boolean> {
    for (;;) {
      const run = await runRows.get(id);
      if (!run) return false;
      working.onProgress(run);
      if (!(await mayGoOn())) return false;
      const { retryOf, lastId } = run;
      const ids = await (retryOf === null ? rows.after(lastId, CHUNK) : errors.picturesOf(retryOf, lastId, CHUNK));
      if (ids.length === 0) return true;
      const full = await refusalOf(ids);
      const room = roomLeft(mayGoOn);
      const chunk = full ? null : await chunkOf(run, ids, room);
      // If another worker has counted in the meantime, this continues from its position.
      if (chunk) await runRows.count(run, chunk);
      const why = full ?? room.full();
      // The remaining images would all fail, so the run pauses until there is space.
      if (why && (await runRows.pause(id, working.worker, why))) return false;
    }
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

  /** Processes consecutive images until told to stop. */
  async function chunkOf(run: StoredRun, ids: readonly number[], room: RoomLeft): Promise<Chunk> {
    const before = await errors.picturesOf(run.id, (ids[0] ?? 1) - 1, ids.length);
    const failedBefore = new Set(before);
    const left = ids.filter((id) => !failedBefore.has(id));
    const wanted = new Set(await hooks.applyFiltersAsync('vendor_watermark_attachment_query', left));
    const { results } = await several(
      left,
      async (id) => (wanted.has(id) ? room.tried(() => one(run, id)) : skipped('excluded')),
      { runId: run.id, mayGoOn: room.mayGoOn },
    );
    const lastId = (results.length === left.length ? ids.at(-1) : results.at(-1)?.attachmentId) ?? run.lastId;
    const postponed = results.filter(isLocked);
    const settled = results.filter((result) => !isLocked(result));
    const count = (outcome: PictureResult['outcome']): number =>
      settled.filter((result) => result.outcome === outcome).length;
    const failed = count('failed') + ids.filter((id) => id <= lastId && failedBefore.has(id)).length;
    const counts = { processed: count('done'), failed, skipped: count('skipped') };
    return { counts, lastId, postponed: postponed.map(({ attachmentId }) => attachmentId) };
  }

  /** Retries images that other workers held. Those still held at the end are skipped. @returns whether none are left */
  async function throughPostponed(id: number, working: Working, mayGoOn: MayGoOn): Promise<boolean> {
    for (const wait of waits) {
      if ((await runRows.postponed(id, 0, 1)).length === 0) return true;
      if (!(await waited(wait, mayGoOn))) return false;
      const isThrough = await eachPostponed(id, async (run, ids) => {
        const room = roomLeft(mayGoOn);
        const options = { runId: id, mayGoOn: room.mayGoOn };
        const { results } = await several(ids, (each) => room.tried(() => one(run, each)), options);
        for (const result of results) {
          if (isLocked(result)) continue;
          const outcome = result.outcome === 'done' ? 'processed' : result.outcome;
          await runRows.countPostponed(id, result.attachmentId, outcome);
        }
        working.onProgress((await runRows.get(id)) ?? run);
        const full = room.full();
        if (full) await runRows.pause(id, working.worker, full);
        return !full && results.length === ids.length;
      });
      if (!isThrough) return false;
    }
    return eachPostponed(id, async (_run, ids) => {
      for (const each of ids) {
        await errors.record(each, locked(each), id);
        await runRows.countPostponed(id, each, 'skipped');
      }
      return mayGoOn();
    });
  }

  /** @param work returns whether to continue */
  async function eachPostponed(
    id: number,
    work: (run: Run, ids: readonly number[]) => Promise<boolean>,
  ): Promise<boolean> {
    for (let after = 0; ; ) {
      const run = await runRows.get(id);
      const ids = await runRows.postponed(id, after, CHUNK);
      const last = ids.at(-1);
      if (!run) return false;
      if (last === undefined) return true;
      if (!(await work(run, ids))) return false;
      after = last;
    }
  }
}

/** Work on several images that stops when storage is full. The image concerned is retried at the end. */
interface RoomLeft {
  readonly mayGoOn: MayGoOn;
  tried(work: () => Promise<Outcome>): Promise<Outcome>;
  /** Returns the error if storage was full, otherwise null. */
  full(): RunError | null;
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
    full: () => full,
  };
}

function isLocked({ outcome, code }: PictureResult): boolean {
  return outcome === 'skipped' && code === 'locked';
}

/** @returns whether to continue afterwards */
async function waited(milliseconds: number, mayGoOn: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - Date.now()) {
    if (!(await mayGoOn())) return false;
    await sleep(Math.min(left, LOOK));
  }
  return mayGoOn();
}
