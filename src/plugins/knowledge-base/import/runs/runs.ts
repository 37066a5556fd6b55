import { HostError, type PluginContext, type UploadedFile } from '../../../../index.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { isActive, type NewRun, type Run, type RunEnd } from './run.js';
import { createRunFiles } from './run-file.js';
import { createRunItems, type RunItems } from './run-items.js';
import { createRunRows } from './run-rows.js';
import { ATTEMPTS, type RunPayload, STOPPED, workOn } from './work.js';

/** Imports that are asked for over REST: one at a time, done by a job, seen and cancelled by whoever may import. */
export interface Runs {
  /**
   * Stores the file and has a job import it.
   * @throws HostError 409 `vendor_kb_import_running`
   */
  start(run: Omit<NewRun, 'file'>, file: UploadedFile): Promise<Run>;
  /**
   * The same with the file of a run that is over: one that only reported, or that failed.
   * @throws HostError 409 `vendor_kb_import_running`, `vendor_kb_import_file_gone`
   */
  startWithFileOf(before: Run, run: Omit<NewRun, 'file'>): Promise<Run>;
  /** @throws HostError 409 `vendor_kb_import_running` */
  assertNone(): Promise<void>;
  /** @throws HostError 404 `vendor_kb_import_not_found` */
  get(id: number): Promise<Run>;
  /** The newest first. */
  list(page: { readonly limit: number; readonly offset: number }): Promise<{ runs: readonly Run[]; total: number }>;
  /** The one that is queued or runs. */
  active(): Promise<Run | null>;
  /** What became of each page of one. */
  readonly items: Pick<RunItems, 'list'>;
  /** @throws HostError 404 `vendor_kb_import_not_found`, 409 `vendor_kb_import_ended` */
  cancel(id: number): Promise<Run>;
  /** Forgets what is over, and removes the files of it. */
  sweep(now: Date): Promise<void>;
}

const DAY = 24 * 60 * 60 * 1000;
/** In milliseconds: files of runs that are over, for another run with them; what is known of runs. */
const KEPT = { files: DAY, runs: 90 * DAY } as const;
/** Milliseconds after which a job that nobody knows will not turn up any more. */
const UNKNOWN_AFTER = 10 * 60 * 1000;

export function createRuns(context: PluginContext, kb: KnowledgeBase): Runs {
  const { db, jobs, objects, log } = context;
  const rows = createRunRows(db);
  const files = createRunFiles(objects);
  const items = createRunItems(db);
  const queue = jobs.define<RunPayload, void>({
    name: 'kb_import',
    title: 'Import into the knowledge base',
    attempts: ATTEMPTS,
    async run(job) {
      try {
        await workOn(job, { context, kb, rows, files, items });
      } finally {
        await giveUpFile(await rows.get(job.payload.run));
      }
    },
  });

  /** The file of a run that is done is of no use; that of one that only reported, or failed, may be. */
  async function giveUpFile(run: Run | null): Promise<void> {
    const isDone = run?.state === 'cancelled' || (run?.state === 'completed' && !run.options.dryRun);
    if (isDone) await removeFile(run);
  }

  async function removeFile({ id, file }: Run): Promise<void> {
    if (file.key === null) return;
    await files.remove(file.key);
    await rows.giveUpFile(id, file.key);
  }

  async function find(id: number): Promise<Run> {
    const run = await rows.get(id);
    if (run) return settled(run);
    throw new HostError('vendor_kb_import_not_found', `There is no import ${id}.`, { status: 404 });
  }

  /** A run as it stands, with what its job says: a job ends by itself when every process dies of it. */
  async function settled(run: Run): Promise<Run> {
    if (!isActive(run)) return run;
    const job = run.jobId === null ? null : await jobs.get(run.jobId);
    if (job && ['waiting', 'delayed', 'running'].includes(job.status)) {
      return { ...run, progress: job.progress ?? run.progress };
    }
    if (!job && Date.now() - run.createdAt.getTime() < UNKNOWN_AFTER) return run;
    // Its row was read before the job: what the job has written of its end meanwhile counts.
    const end: RunEnd =
      job?.status === 'cancelled'
        ? { state: 'cancelled', report: null, error: null }
        : { state: 'failed', report: null, error: STOPPED };
    await rows.end(run.id, end, ATTEMPTS);
    await giveUpFile(await rows.get(run.id));
    return (await rows.get(run.id)) ?? run;
  }

  async function active(): Promise<Run | null> {
    const found = await rows.active();
    const now = found && (await settled(found));
    return now && isActive(now) ? now : null;
  }

  async function assertNone(): Promise<void> {
    const run = await active();
    if (run) throw running(run.id);
  }

  async function add(run: NewRun, before: Run | null): Promise<Run> {
    await assertNone();
    try {
      const id = await db.transaction(async () => {
        if (before && !(await rows.giveUpFile(before.id, run.file.key))) throw fileGone(before.id);
        const made = await rows.insert(run);
        const job = await queue.add({ run: made }, { key: `run-${made}` });
        await rows.setJob(made, job.id);
        return made;
      });
      return await find(id);
    } catch (error) {
      if (!db.isUniqueViolation(error)) throw error;
      throw running((await rows.active())?.id ?? null);
    }
  }

  return {
    assertNone,
    active,
    items,
    async list(page) {
      const { runs, total } = await rows.list(page);
      return { runs: await Promise.all(runs.map(settled)), total };
    },
    get: find,
    async start(run, upload) {
      const key = await files.keep(upload);
      try {
        return await add({ ...run, file: { name: upload.name, bytes: upload.size, key } }, null);
      } catch (error) {
        // What cannot be removed now is found by the sweep.
        await files
          .remove(key)
          .catch((cause: unknown) => log.warn({ err: cause }, 'A file of an import stays for now'));
        throw error;
      }
    },
    async startWithFileOf(before, run) {
      const { key, name, bytes } = before.file;
      if (key === null || isActive(before)) throw fileGone(before.id);
      return add({ ...run, file: { name, bytes, key } }, before);
    },
    async cancel(id) {
      const run = await find(id);
      if (!isActive(run) || run.jobId === null) throw ended(run);
      await jobs.cancel(run.jobId).catch((error: unknown) => {
        if (!(error instanceof HostError) || error.code !== 'job_ended') throw error;
      });
      return find(id);
    },
    async sweep(now) {
      await active();
      const oldest = new Date(now.getTime() - KEPT.files);
      for (const run of await rows.withFilesBefore(oldest)) await removeFile(run);
      // Stored by a process that died before it could say what for.
      for await (const key of files.before(oldest)) if (!(await rows.isUsed(key))) await files.remove(key);
      await rows.removeBefore(new Date(now.getTime() - KEPT.runs));
      await items.removeStray();
    },
  };
}

function running(id: number | null): HostError {
  const message = 'Another import is queued or runs. Wait until it is over, or cancel it.';
  return new HostError('vendor_kb_import_running', message, { status: 409, details: { run: id } });
}

function ended({ id, state }: Run): HostError {
  return new HostError('vendor_kb_import_ended', `The import ${id} is over (${state}); there is nothing to cancel.`, {
    status: 409,
  });
}

function fileGone(id: number): HostError {
  const message = `The file of the import ${id} is not kept any more. Upload it again.`;
  return new HostError('vendor_kb_import_file_gone', message, { status: 409 });
}
