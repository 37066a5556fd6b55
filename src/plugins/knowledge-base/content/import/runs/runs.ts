import { HostError, type PluginContext } from '../../../../../index.js';
import type { UploadedFile } from '../../../../../rest.js';
import type { Runs as CoreRuns } from '../../../../../runs.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import {
  isActive,
  type NewRun,
  type Run,
  type RunFile,
  type RunInput,
  type RunState,
  type StoredRun,
  toRun,
} from './run.js';
import { createRunFiles } from './run-file.js';
import { createRunItems, type RunItems } from './run-items.js';
import { createImportStep, failureOf, STOPPED } from './step.js';

type StoredRuns = CoreRuns<RunInput, RunState, Run>;

/**
 * Import runs over REST and in the admin area: executed one at a time by a job, visible to everyone who may import.
 * Errors have the codes `vendor_kb_import_not_found`, `vendor_kb_import_running` and `vendor_kb_import_ended`.
 */
export interface Runs extends Pick<StoredRuns, 'active' | 'assertNone' | 'cancel' | 'get' | 'list'> {
  /**
   * Stores the file and queues its import.
   * @throws HostError 409 `vendor_kb_import_running`
   */
  start(run: NewRun, file: UploadedFile): Promise<Run>;
  /**
   * Queues another import of a finished run's file, kept after a dry run or a failure.
   * @throws HostError 409 `vendor_kb_import_running`, `vendor_kb_import_file_gone`
   */
  startWithFileOf(before: Run, run: NewRun): Promise<Run>;
  /** Results of the pages of a run. */
  readonly items: Pick<RunItems, 'list'>;
}

const DAY = 24 * 60 * 60 * 1000;
/** Maximum number of job attempts, counting crashes and outages. */
const ATTEMPTS = 4;
/** Milliseconds for which files of ended runs are kept for reuse. */
const FILES_KEPT = DAY;

export function createRuns(context: PluginContext, kb: KnowledgeBase): Runs {
  const { db, objects, log } = context;
  const files = createRunFiles(objects);
  const items = createRunItems(db);
  const runs = context.runs.define<RunInput, RunState, Run>(
    {
      type: 'kb_import',
      title: 'Import into the knowledge base',
      attempts: ATTEMPTS,
      page: (id) => `/kb/import/${id}`,
      step: createImportStep({ context, kb, files, items }),
      failure: failureOf,
      errors: { missing, active: running, ended, stopped: STOPPED },
      cancel: 'when-stopped',
      async onEnd(run) {
        // A dry run or failure keeps the file for reuse.
        const isOver = run.status === 'cancelled' || (run.status === 'completed' && !run.input.options.dryRun);
        if (isOver) await removeFile(run);
      },
      schedule: (sweep) => ({
        name: 'kb_import_retention',
        title: 'Delete files of ended imports, and old imports',
        cron: '50 3 * * *',
        async run({ slot }) {
          await removeFilesBefore(new Date(slot.getTime() - FILES_KEPT));
          await sweep(slot);
          const keptItems = [];
          for await (const { id } of runs.each()) keptItems.push(id);
          await items.removeExceptOf(keptItems);
        },
      }),
      privacy: {
        name: 'knowledge-base/imports',
        label: 'Article imports',
        reason: 'The import record stays for ninety days. The person is removed.',
        record: ({ id, status, input, createdAt }) => ({
          id,
          state: status,
          source: input.source,
          file_name: input.file.name,
          file_bytes: input.file.bytes,
          created_at: createdAt.toISOString(),
        }),
        other: { read: ({ authorId }) => authorId, replace: (input, authorId) => ({ ...input, authorId }) },
      },
    },
    toRun,
  );

  async function removeFile({ id, state: { key } }: StoredRun): Promise<void> {
    if (key === null) return;
    await files.remove(key);
    await giveUpFile(id, key);
  }

  /** Detaches the file from a run. @returns whether the run still had it */
  const giveUpFile = (id: number, key: string): Promise<boolean> =>
    runs.rewrite(id, ({ state }) => (state.key === key ? { state: { ...state, key: null, map: null } } : null));

  async function removeFilesBefore(moment: Date): Promise<void> {
    await runs.active();
    const used = new Set<string>();
    for await (const run of runs.each()) {
      if (run.endedAt && run.endedAt < moment) await removeFile(run);
      else if (run.state.key !== null) used.add(run.state.key);
    }
    // Files stored by a process that crashed before it created the run.
    for await (const key of files.before(moment)) if (!used.has(key)) await files.remove(key);
  }

  async function add({ user, authorId, source, options: { map = null, ...options } }: NewRun, file: StoredFile) {
    const { key, ...named } = file;
    const input = { authorId, source, options, file: named };
    return runs.start(input, { userId: user.id, state: { key, map, report: null } });
  }

  return {
    ...runs,
    items,
    async start(run, { name, size: bytes, ...upload }) {
      const key = await files.keep({ ...upload, name, size: bytes });
      try {
        return await add(run, { name, bytes, key });
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
      return db.transaction(async () => {
        if (!(await giveUpFile(before.id, key))) throw fileGone(before.id);
        return add(run, { name, bytes, key });
      });
    },
  };
}

type StoredFile = RunFile & { readonly key: string };

function missing(id: number): HostError {
  return new HostError('vendor_kb_import_not_found', `Import ${id} does not exist.`, { status: 404 });
}

function running(id: number | null): HostError {
  const message = 'Another import is queued or running. Wait until it ends, or cancel it.';
  return new HostError('vendor_kb_import_running', message, { status: 409, details: { run: id } });
}

function ended({ id, status }: Pick<StoredRun, 'id' | 'status'>): HostError {
  return new HostError('vendor_kb_import_ended', `Import ${id} has ended (${status}) and cannot be cancelled.`, {
    status: 409,
  });
}

function fileGone(id: number): HostError {
  const message = `The file of import ${id} is no longer stored. Upload it again.`;
  return new HostError('vendor_kb_import_file_gone', message, { status: 409 });
}
