import { HostError, type PluginContext } from '../../../../index.js';
import type { UploadedFile } from '../../../../rest.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { isActive, type NewRun, type Run, type RunEnd } from './run.js';
import { createRunFiles } from './run-file.js';
import { createRunItems, type RunItems } from './run-items.js';
import { createRunRows } from './run-rows.js';
import { ATTEMPTS, type RunPayload, STOPPED, workOn } from './work.js';

/** Import runs over REST and in the admin area: executed one at a time by a job, visible to everyone who may import. */
export interface Runs {
  /**
   * Stores the file and queues its import.
   * @throws HostError 409 `vendor_kb_import_running`
   */
  start(run: Omit<NewRun, 'file'>, file: UploadedFile): Promise<Run>;
  /**
   * Queues another import of a finished run's file, kept after a dry run or a failure.
   * @throws HostError 409 `vendor_kb_import_running`, `vendor_kb_import_file_gone`
   */
  startWithFileOf(before: Run, run: Omit<NewRun, 'file'>): Promise<Run>;
  /** @throws HostError 409 `vendor_kb_import_running` */
  assertNone(): Promise<void>;
  /** @throws HostError 404 `vendor_kb_import_not_found` */
  get(id: number): Promise<Run>;
  /** Newest first. */
  list(page: { readonly limit: number; readonly offset: number }): Promise<{ runs: readonly Run[]; total: number }>;
  /** Returns the run that is queued or running. */
  active(): Promise<Run | null>;
  /** Results of the pages of a run. */
  readonly items: Pick<RunItems, 'list'>;
  /** @throws HostError 404 `vendor_kb_import_not_found`, 409 `vendor_kb_import_ended` */
  cancel(id: number): Promise<Run>;
  /** Deletes expired runs and files. */
  sweep(now: Date): Promise<void>;
}

const DAY = 24 * 60 * 60 * 1000;
/** Retention in milliseconds: files of finished runs, for reuse, and run records. */
const KEPT = { files: DAY, runs: 90 * DAY } as const;
/** Milliseconds before a run without a job counts as stopped. */
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

  /** Deletes the file of a completed or cancelled run. A dry run or failure keeps it for reuse. */
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
    throw new HostError('vendor_kb_import_not_found', `Import ${id} does not exist.`, { status: 404 });
  }

  /** Updates a run from its job. A job also ends on its own if every process crashes on it. */
  async function settled(run: Run): Promise<Run> {
    if (!isActive(run)) return run;
    const job = run.jobId === null ? null : await jobs.get(run.jobId);
    if (job && ['waiting', 'delayed', 'running'].includes(job.status)) {
      return { ...run, progress: job.progress ?? run.progress };
    }
    if (!job && Date.now() - run.createdAt.getTime() < UNKNOWN_AFTER) return run;
    // `end` changes only an active run, so an end that the job recorded in the meantime is kept.
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
        // The sweep deletes files that cannot be deleted now.
        await files
          .remove(key)
          .catch((cause: unknown) => log.warn({ err: cause }, 'A file of an import could not be deleted yet'));
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
      // Files stored by a process that crashed before it created the run.
      for await (const key of files.before(oldest)) if (!(await rows.isUsed(key))) await files.remove(key);
      await rows.removeBefore(new Date(now.getTime() - KEPT.runs));
      await items.removeStray();
    },
  };
}

function running(id: number | null): HostError {
  const message = 'Another import is queued or running. Wait until it ends, or cancel it.';
  return new HostError('vendor_kb_import_running', message, { status: 409, details: { run: id } });
}

function ended({ id, state }: Run): HostError {
  return new HostError('vendor_kb_import_ended', `Import ${id} has ended (${state}) and cannot be cancelled.`, {
    status: 409,
  });
}

function fileGone(id: number): HostError {
  const message = `The file of import ${id} is no longer stored. Upload it again.`;
  return new HostError('vendor_kb_import_file_gone', message, { status: 409 });
}
