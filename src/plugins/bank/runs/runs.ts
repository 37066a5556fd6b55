import { addDays } from '../../../calendar.js';
import { bool, contains, type Database, json, type Selectable, type TableOf, utc } from '../../../database.js';
import type { Lease } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import type { runsTable } from '../tables/runs.js';
import { NO_TOTALS, type RunError, type RunRecord, type RunStatus, type RunTrigger } from './run.js';

/** Values of a new run. */
export interface NewRun {
  readonly trigger: RunTrigger;
  readonly startedBy: number | null;
  readonly isForced: boolean;
  readonly isDryRun: boolean;
  readonly startedAt: Date;
}

export type RunOutcome = Pick<RunRecord, 'errors' | 'sources' | 'totals'> & {
  readonly status: Exclude<RunStatus, 'running'>;
  readonly endedAt: Date;
};

/** Filters of the history. */
export interface RunFilters {
  readonly status?: RunStatus | undefined;
  /** Name of a source that was fetched. */
  readonly source?: string | undefined;
  /** `YYYY-MM-DD` in UTC: started on or after that day. */
  readonly from?: string | undefined;
  /** Started on or before that day. */
  readonly to?: string | undefined;
}

/** History of runs. Writes require the lease of the run. */
export interface Runs {
  /** Records the start of a run and closes earlier ones that crashed. */
  begin(lease: Lease, run: NewRun): Promise<RunRecord>;
  /**
   * Records the result.
   * @throws HostError 409 `lock_lost` if the lease was lost
   */
  end(lease: Lease, id: number, outcome: RunOutcome): Promise<RunRecord>;
  /** Returns the start of the last run other than dry runs; null for none. */
  lastStart(): Promise<Date | null>;
  /** Returns the run in progress, or the last one that crashed and is not closed yet. */
  running(): Promise<RunRecord | null>;
  get(id: number): Promise<RunRecord | null>;
  /**
   * Lists runs, newest first.
   * @param wanted.offset number of runs to skip
   */
  list(wanted: RunFilters & { readonly limit: number; readonly offset: number }): Promise<{
    readonly runs: readonly RunRecord[];
    readonly total: number;
  }>;
}

export function createRuns(db: Database, outbox: Pick<Outbox, 'announce'>): Runs {
  const rows = () => db.query.selectFrom('bank_runs').selectAll();

  function filtered({ status, source, from, to }: RunFilters) {
    let query = db.query.selectFrom('bank_runs');
    if (status !== undefined) query = query.where('status', '=', status);
    if (from !== undefined) query = query.where('started_at', '>=', from);
    if (to !== undefined) query = query.where('started_at', '<', addDays(to, 1));
    if (source === undefined) return query;
    // Searches the JSON text of the reports. Source names contain no characters that JSON escapes.
    return query.where(({ ref }) => contains(ref('sources'), `"id":${json.encode(source)}`));
  }

  async function closeAborted(at: Date): Promise<void> {
    await db.query
      .updateTable('bank_runs')
      .set({ status: 'aborted', ended_at: utc.encode(at) })
      .where('status', '=', 'running')
      .execute();
  }

  return {
    begin: (lease, run) =>
      lease.transaction(async () => {
        await closeAborted(run.startedAt);
        const row = await db.insertOne('bank_runs', {
          status: 'running',
          trigger_kind: run.trigger,
          started_by: run.startedBy,
          is_forced: bool.encode(run.isForced),
          is_dry_run: bool.encode(run.isDryRun),
          lease_token: lease.token,
          totals: json.encode(NO_TOTALS),
          sources: json.encode([]),
          errors: json.encode([]),
          started_at: utc.encode(run.startedAt),
          ended_at: null,
        });
        const record = runRecord(row);
        await outbox.announce('vendor_bank_run_started', record);
        return record;
      }),
    end: (lease, id, { status, totals, sources, errors, endedAt }) =>
      lease.transaction(async () => {
        const said = { totals: json.encode(totals), sources: json.encode(sources), errors: json.encode(errors) };
        await db.query
          .updateTable('bank_runs')
          .set({ status, ...said, ended_at: utc.encode(endedAt) })
          .where('id', '=', id)
          .execute();
        const record = runRecord(await rows().where('id', '=', id).executeTakeFirstOrThrow());
        await outbox.announce('vendor_bank_run_finished', record);
        return record;
      }),
    async lastStart() {
      const started = db.query.selectFrom('bank_runs').select('started_at').where('is_dry_run', '=', 0);
      const row = await started.orderBy('started_at', 'desc').limit(1).executeTakeFirst();
      return row ? utc.decode(row.started_at) : null;
    },
    async running() {
      const row = await rows().where('status', '=', 'running').orderBy('id', 'desc').limit(1).executeTakeFirst();
      return row ? runRecord(row) : null;
    },
    async get(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row ? runRecord(row) : null;
    },
    async list({ limit, offset, ...filters }) {
      const page = await filtered(filters).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
      const counted = filtered(filters).select((eb) => eb.fn.countAll<number>().as('count'));
      const { count } = await counted.executeTakeFirstOrThrow();
      return { runs: page.map(runRecord), total: Number(count) };
    },
  };
}

type RunRow = Selectable<TableOf<typeof runsTable>>;

function runRecord(row: RunRow): RunRecord {
  const startedAt = utc.decode(row.started_at);
  const endedAt = row.ended_at === null ? null : utc.decode(row.ended_at);
  return {
    run_id: row.id,
    // Only valid values are written.
    status: row.status as RunStatus,
    trigger: row.trigger_kind as RunTrigger,
    started_by: row.started_by,
    started_at: startedAt.toISOString(),
    finished_at: endedAt?.toISOString() ?? null,
    duration_ms: endedAt && Math.max(0, endedAt.getTime() - startedAt.getTime()),
    forced: bool.decode(row.is_forced),
    dry_run: bool.decode(row.is_dry_run),
    totals: { ...NO_TOTALS, ...(json.decode(row.totals) as Partial<RunRecord['totals']>) },
    sources: json.decode(row.sources) as RunRecord['sources'],
    errors: json.decode(row.errors) as readonly RunError[],
  };
}
