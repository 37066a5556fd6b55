import { type Database, json, type Selectable, utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import { isActive, type NewRun, type Run, type RunEnd, type RunError, type RunOptions, type RunState } from './run.js';
import type { StoredReport } from './stored-report.js';

/** Import run records. The database ensures that only one is queued or running. */
export interface RunRows {
  /** @throws unique violation if one is already queued or running */
  insert(run: NewRun): Promise<number>;
  setJob(id: number, jobId: string): Promise<void>;
  get(id: number): Promise<Run | null>;
  /** Returns the run that is queued or running. */
  active(): Promise<Run | null>;
  /** Newest first. */
  list(page: { readonly limit: number; readonly offset: number }): Promise<{ runs: Run[]; total: number }>;
  /** Marks a run as started by a job attempt. */
  begin(id: number, attempt: number): Promise<void>;
  /**
   * Marks a run as ended.
   * @param attempt job attempt; an outdated one is ignored
   * @returns whether it had not ended before
   */
  end(id: number, end: RunEnd, attempt: number): Promise<boolean>;
  /**
   * Detaches the file from a run.
   * @returns whether the run still had it
   */
  giveUpFile(id: number, key: string): Promise<boolean>;
  /** Finds runs that ended before this time and still have their file. */
  withFilesBefore(moment: Date): Promise<Run[]>;
  isUsed(key: string): Promise<boolean>;
  removeBefore(moment: Date): Promise<number>;
}

export function createRunRows(db: Database): RunRows {
  const rows = () => db.query.selectFrom('kb_import_runs').selectAll();
  const change = (id: number) => db.query.updateTable('kb_import_runs').where('id', '=', id);
  const now = (): string => utc.encode(new Date());

  async function get(id: number): Promise<Run | null> {
    const row = await rows().where('id', '=', id).executeTakeFirst();
    return row ? toRun(row) : null;
  }

  return {
    insert({ user, authorId, source, options, file }) {
      return db.insert('kb_import_runs', {
        state: 'queued',
        active: 1,
        job_id: null,
        user_id: user.id,
        author_id: authorId,
        source,
        options: json.encode(options),
        file_name: file.name,
        file_bytes: file.bytes,
        object_key: file.key,
        attempts: 0,
        steps_done: 0,
        steps_total: 0,
        report: null,
        error: null,
        created_at: now(),
        started_at: null,
        ended_at: null,
      });
    },
    async setJob(id, jobId) {
      await change(id).set({ job_id: jobId }).execute();
    },
    get,
    async active() {
      const row = await rows().where('active', '=', 1).executeTakeFirst();
      return row ? toRun(row) : null;
    },
    async list({ limit, offset }) {
      const found = await rows().orderBy('id', 'desc').limit(limit).offset(offset).execute();
      const { total } = await db.query
        .selectFrom('kb_import_runs')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { runs: found.map(toRun), total: Number(total) };
    },
    async begin(id, attempt) {
      await change(id)
        .where('active', '=', 1)
        .set(({ fn, val }) => ({
          state: 'running',
          attempts: attempt,
          started_at: fn.coalesce('started_at', val(now())),
        }))
        .execute();
    },
    async end(id, { state, report, error, progress }, attempt) {
      const ended = await get(id);
      // After a dry run or a failure, the same file and map can be used again. The map is deleted with the file.
      const isKept = state === 'failed' || (state === 'completed' && ended?.options.dryRun === true);
      const options = ended && json.encode({ ...ended.options, ...(isKept ? {} : { map: null }) });
      const { numUpdatedRows } = await change(id)
        .where('active', '=', 1)
        .where('attempts', '<=', attempt)
        .set({
          state,
          active: null,
          ended_at: now(),
          ...(options !== null && { options }),
          report: report && json.encode(report),
          error: error && json.encode(error),
          ...(progress && { steps_done: progress.done, steps_total: progress.total }),
        })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async giveUpFile(id, key) {
      const before = await get(id);
      const { numUpdatedRows } = await change(id)
        .where('object_key', '=', key)
        .set({ object_key: null, ...(before && { options: json.encode({ ...before.options, map: null }) }) })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async withFilesBefore(moment) {
      const found = await rows()
        .where('object_key', 'is not', null)
        .where('ended_at', '<', utc.encode(moment))
        .execute();
      return found.map(toRun);
    },
    async isUsed(key) {
      const query = db.query.selectFrom('kb_import_runs').select('id').where('object_key', '=', key);
      return (await query.executeTakeFirst()) !== undefined;
    },
    async removeBefore(moment) {
      const { numDeletedRows } = await db.query
        .deleteFrom('kb_import_runs')
        .where('object_key', 'is', null)
        .where('ended_at', '<', utc.encode(moment))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

function toRun(row: Selectable<Tables['kb_import_runs']>): Run {
  const state = row.state as RunState;
  return {
    id: row.id,
    state,
    jobId: row.job_id,
    userId: row.user_id,
    authorId: row.author_id,
    source: row.source,
    options: json.decode(row.options) as RunOptions,
    file: { name: row.file_name, bytes: Number(row.file_bytes), key: row.object_key },
    attempts: row.attempts,
    progress: { done: row.steps_done, total: row.steps_total },
    report: row.report === null ? null : (json.decode(row.report) as StoredReport),
    error: row.error === null ? null : (json.decode(row.error) as RunError),
    createdAt: utc.decode(row.created_at),
    startedAt: row.started_at === null ? null : utc.decode(row.started_at),
    endedAt: isActive({ state }) || row.ended_at === null ? null : utc.decode(row.ended_at),
  };
}
