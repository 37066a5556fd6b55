import type { Selectable } from 'kysely';
import { json, utc } from '../database/codec.js';
import { contains } from '../database/contains.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import type { StepResult } from './definition.js';
import type { Run, RunCounts, RunEnd, RunError, RunStatus } from './run.js';
import './tables.js';

/** A run with its internal columns. */
export interface StoredRun<Input = unknown, State = unknown> extends Run<Input, State> {
  readonly worker: string | null;
  readonly token: number | null;
  readonly fence: number;
  readonly pacedAt: Date;
}

/** Filter of the history. */
export interface RunFilter {
  readonly status?: RunStatus | undefined;
  /** Time of creation, `YYYY-MM-DD HH:MM:SS` in UTC or the beginning of it, inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly before?: string | undefined;
  /** Part of the state's JSON text. */
  readonly stateContains?: string | undefined;
}

/** Worker of a run: the id of a job, or a name with the token of the lock it holds. */
export interface RunWorker {
  readonly name: string;
  readonly token: number | null;
}

export type RunRows<Input, State> = ReturnType<typeof createRunRows<Input, State>>;

/** Creates the repository of the runs of a type. */
export function createRunRows<Input, State>(db: Database, { owner, type }: { owner: string; type: string }) {
  const all = () => db.query.selectFrom('runs').where('type', '=', type);
  const change = (id: number) => db.query.updateTable('runs').where('type', '=', type).where('number', '=', id);
  const now = (): string => utc.encode(new Date());
  /** Time by the clock that all processes share. */
  const sharedNow = async (): Promise<string> => utc.encode(await db.now());
  const read = (row: Row): StoredRun<Input, State> => toRun(row) as StoredRun<Input, State>;
  const readOrNull = (row: Row | undefined) => (row ? read(row) : null);

  /** Changes a run, or the run of a worker. The worker's fence becomes invalid. */
  function of(id: number, worker?: string) {
    if (worker === undefined) return change(id);
    return change(id)
      .where('worker', '=', worker)
      .set(({ eb }) => ({ fence: eb('fence', '+', 1) }));
  }

  function matching({ status, from, before, stateContains }: RunFilter) {
    let query = all();
    if (status !== undefined) query = query.where('status', '=', status);
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (before !== undefined) query = query.where('created_at', '<', before);
    if (stateContains === undefined) return query;
    return query.where(({ ref }) => contains(ref('state'), stateContains));
  }

  /** Reads a run and locks its row until the end of the transaction. */
  const locked = (id: number) => all().selectAll().where('number', '=', id).forUpdate().executeTakeFirst();
  const get = async (id: number) => readOrNull(await all().selectAll().where('number', '=', id).executeTakeFirst());

  return {
    get,
    /** @throws a unique violation if another run is active. Call it in a transaction. */
    async insert(run: { input: Input; state: State; total: number; userId: number | null }): Promise<number> {
      await db.upsert('run_numbers', { type, last: 1 }, ['type'], (eb) => ({ last: eb('last', '+', 1) }));
      const numbers = db.query.selectFrom('run_numbers').select('last').where('type', '=', type);
      const { last: number } = await numbers.executeTakeFirstOrThrow();
      await db.insert('runs', {
        owner,
        type,
        number,
        status: 'queued',
        active: 1,
        worker: null,
        token: null,
        fence: 0,
        attempts: 0,
        user_id: run.userId,
        input: json.encode(run.input),
        state: json.encode(run.state),
        counts: '{}',
        processed: 0,
        total: run.total,
        error: null,
        created_at: await sharedNow(),
        started_at: null,
        ended_at: null,
        paced_at: now(),
        paced_from: 0,
      });
      return number;
    },
    active: async () => readOrNull(await all().selectAll().where('active', '=', 1).executeTakeFirst()),
    /** Newest first. */
    async list(filter: RunFilter, page: { readonly limit: number; readonly offset: number }) {
      const { limit, offset } = page;
      const rows = await matching(filter).selectAll().orderBy('number', 'desc').limit(limit).offset(offset).execute();
      const counted = matching(filter).select(({ fn }) => fn.countAll<number>().as('total'));
      return { runs: rows.map(read), total: Number((await counted.executeTakeFirstOrThrow()).total) };
    },
    /** Returns runs with a lower id, newest first. */
    async below(id: number, limit: number) {
      const rows = await all().selectAll().where('number', '<', id).orderBy('number', 'desc').limit(limit).execute();
      return rows.map(read);
    },
    async assign(id: number, { name, token }: RunWorker): Promise<void> {
      await change(id).where('active', '=', 1).set({ worker: name, token }).execute();
    },
    /** Takes a run for its assigned worker. @returns null if it is no longer assigned to it */
    async begin(id: number, worker: string, attempts: number) {
      const startedAt = await sharedNow();
      const { numUpdatedRows } = await change(id)
        .where('worker', '=', worker)
        .where('status', 'in', ['queued', 'running'])
        .set(({ eb, fn, ref, val }) => ({
          status: 'running',
          fence: eb('fence', '+', 1),
          attempts,
          started_at: fn.coalesce('started_at', val(startedAt)),
          paced_at: now(),
          paced_from: ref('processed'),
        }))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 0n ? null : get(id);
    },
    async isRunning(id: number, fence: number): Promise<boolean> {
      const row = await all()
        .select('id')
        .where((where) => where.and({ number: id, fence, status: 'running' }))
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Saves the result of a step. Call it in a transaction. @returns null if another worker has taken the run */
    async save(id: number, fence: number, result: StepResult<State>): Promise<StoredRun<Input, State> | null> {
      const row = await locked(id);
      if (row?.fence !== fence) return null;
      const { state, counts = {}, progress, error } = result;
      const processed = progress?.processed ?? row.processed + sum(counts);
      const isRunning = row.status === 'running';
      const end = isRunning ? result.end : undefined;
      const changes = {
        ...(state !== undefined && { state: json.encode(state) }),
        counts: json.encode(added(json.decode(row.counts) as RunCounts, counts)),
        processed,
        // Items were added or removed during the run.
        total: progress?.total ?? (end === 'completed' ? processed : row.total),
        ...(isRunning && error && { error: json.encode(error) }),
        ...(end && { status: end, active: null, ended_at: await sharedNow() }),
        ...(isRunning && result.pause && { status: 'paused', worker: null, token: null }),
      };
      await change(id).set(changes).execute();
      return read({ ...row, ...changes });
    },
    /** @param worker only if assigned to this worker, which can no longer write @returns whether it was not paused */
    async pause(id: number, worker?: string): Promise<boolean> {
      const { numUpdatedRows } = await of(id, worker)
        .where('status', 'in', ['queued', 'running'])
        .set({ status: 'paused', worker: null, token: null, error: null })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    /** @returns whether it was paused */
    async requeue(id: number): Promise<boolean> {
      const { numUpdatedRows } = await change(id)
        .where('status', '=', 'paused')
        .set({ status: 'queued', error: null, paced_at: now() })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    /**
     * @param more.worker only if assigned to this worker, which can no longer write
     * @returns whether it was active
     */
    async end(id: number, status: RunEnd, more: { worker?: string; error?: RunError; progress?: Progress } = {}) {
      const { worker, error, progress } = more;
      const endedAt = await sharedNow();
      const { numUpdatedRows } = await of(id, worker)
        .where('active', '=', 1)
        .set({
          status,
          active: null,
          ended_at: endedAt,
          error: error ? json.encode(error) : null,
          ...progress,
        })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    /** Changes the JSON of a run. @returns whether it was changed */
    async rewrite(id: number, rewrite: RewriteRun<Input, State>): Promise<boolean> {
      return db.transaction(async () => {
        const row = await locked(id);
        const changes = row ? rewrite(read(row)) : null;
        if (changes === null) return false;
        const { input, state } = changes;
        const columns = {
          ...(input !== undefined && { input: json.encode(input) }),
          ...(state !== undefined && { state: json.encode(state) }),
        };
        await change(id).set(columns).execute();
        return true;
      });
    },
    async ofUser(userId: number) {
      return (await all().selectAll().where('user_id', '=', userId).orderBy('number').execute()).map(read);
    },
    async forgetUser(userId: number): Promise<void> {
      const runs = db.query.updateTable('runs').where('type', '=', type);
      await runs.where('user_id', '=', userId).set({ user_id: null }).execute();
    },
    async removeBefore(moment: Date): Promise<void> {
      const runs = db.query.deleteFrom('runs').where('type', '=', type);
      await runs.where('ended_at', '<', utc.encode(moment)).execute();
    },
  };
}

type Progress = { readonly processed: number; readonly total: number };

/** Returns the changed JSON of a run; null to leave it. */
export type RewriteRun<Input, State> = (
  run: Run<Input, State>,
) => { readonly input?: Input; readonly state?: State } | null;

type Row = Selectable<Tables['runs']>;

function sum(counts: RunCounts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function added(counts: RunCounts, more: RunCounts): RunCounts {
  const entries = Object.entries(more).map(([name, count]) => [name, (counts[name] ?? 0) + count]);
  return { ...counts, ...Object.fromEntries(entries) };
}

export function toRun(row: Row): StoredRun {
  const date = (value: string | null) => (value === null ? null : utc.decode(value));
  // Only values of these types are stored.
  const status = row.status as RunStatus;
  const pacedAt = utc.decode(row.paced_at);
  return {
    id: row.number,
    status,
    userId: row.user_id,
    input: json.decode(row.input),
    state: json.decode(row.state),
    counts: json.decode(row.counts) as RunCounts,
    processed: row.processed,
    total: row.total,
    error: row.error === null ? null : (json.decode(row.error) as RunError),
    attempts: row.attempts,
    secondsLeft: status === 'running' ? secondsLeft(row, pacedAt) : null,
    createdAt: utc.decode(row.created_at),
    startedAt: date(row.started_at),
    endedAt: date(row.ended_at),
    worker: row.worker,
    token: row.token,
    fence: row.fence,
    pacedAt,
  };
}

function secondsLeft({ processed, total, paced_from: from }: Row, since: Date): number | null {
  if (processed <= from) return null;
  const each = (Date.now() - since.getTime()) / (processed - from);
  return Math.ceil((Math.max(0, total - processed) * each) / 1000);
}
