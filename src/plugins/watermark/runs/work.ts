import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, HostError, type Outbox } from '../../../index.js';
import type { ErrorLog } from '../error-log.js';
import { locked } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import { type Outcome, skipped } from '../protocol/outcome.js';
import type { PictureResult, Several } from '../work/batch.js';
import type { LibraryRows } from '../work/library-rows.js';
import type { AssertRoom } from '../work/room.js';
import type { Run, RunError } from './run.js';
import type { Chunk, RunRows, StoredRun } from './run-rows.js';

/** Who does a run, and how it is told to stop. */
export interface Working {
  /** A job by its id, or a command by a name of its own. */
  readonly worker: string;
  readonly signal: AbortSignal;
  /** Called with each step, with how far the run is. */
  onProgress(run: Run): void;
}

/**
 * Goes on with a run where its row says that it stands, until it is completed, or somebody else is to do it, or nobody.
 * What a killed process has done and not counted is found by the run that stands with each picture, and counts once.
 * @returns whether it has come to its end here
 */
export type WorkOnRun = (id: number, working: Working) => Promise<boolean>;

export interface WorkParts {
  readonly db: Pick<Database, 'transaction'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly runRows: RunRows;
  readonly rows: LibraryRows;
  readonly several: Several;
  readonly errors: ErrorLog;
  readonly hooks: GuardedHooks;
  readonly assertRoom: AssertRoom;
  /** What is done with a picture. */
  one(run: Run, id: number): Promise<Outcome>;
  /**
   * Milliseconds before each further look at pictures that others had; longer in all than a claim of a dead process
   * lasts.
   */
  readonly waits?: readonly number[];
}

type MayGoOn = () => Promise<boolean>;

/** Pictures that are counted together. */
export const CHUNK = 20;
const WAITS = [1_000, 5_000, 15_000, 40_000, 70_000];
/** Milliseconds between two looks whether to go on, while there is nothing to do but wait. */
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

  /** Whoever is killed here has either ended the run and told of it, or neither. */
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

  /** @returns whether it came to the end of the library */
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
      // Where another worker has counted meanwhile, it goes on from there.
      if (chunk) await runRows.count(run, chunk);
      const why = full ?? room.full();
      // All that are left would fail of it: it goes on when somebody has made room.
      if (why && (await runRows.pause(id, working.worker, why))) return false;
    }
  }

  /** @returns why there is no room for work on these pictures; null where there is */
  async function refusalOf(ids: readonly number[]): Promise<RunError | null> {
    try {
      await assertRoom(ids);
      return null;
    } catch (error) {
      if (error instanceof HostError && error.status === 507) return { code: error.code, message: error.message };
      throw error;
    }
  }

  /** Works on pictures in a row, as many as it may. */
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

  /** Those that somebody else had; who does not give one back in time keeps it. @returns whether none is left */
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

  /** @param work answers whether to go on */
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

/** Work on several pictures that ends when there is no room for one of them, which then waits for the end of the run. */
interface RoomLeft {
  readonly mayGoOn: MayGoOn;
  tried(work: () => Promise<Outcome>): Promise<Outcome>;
  /** Why there is none; null where there was enough. */
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

/** @returns whether to go on afterwards */
async function waited(milliseconds: number, mayGoOn: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - Date.now()) {
    if (!(await mayGoOn())) return false;
    await sleep(Math.min(left, LOOK));
  }
  return mayGoOn();
}
