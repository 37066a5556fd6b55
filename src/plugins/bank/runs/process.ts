import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { PluginContext } from '../../../index.js';
import type { Lease } from '../../../services.js';
import type { Exclusive } from '../exclusive.js';
import type { WantedRun } from '../hooks/runs.js';
import { retryAfter } from '../retry-after.js';
import { sourceInvalid } from '../sources/outbound/errors.js';
import { SOURCE_NAME, type Source } from '../sources/source.js';
import { refusedRun, sourceNotFound, sourcesFailed, tooSoon } from './errors.js';
import { nextStart } from './interval.js';
import { processSource, type SourceParts, type SourceRun } from './process-source.js';
import type { RunRecord } from './run.js';
import { createRunLog, type MatchTotals, type RunLog } from './run-log.js';
import type { Runs } from './runs.js';

export interface ProcessOptions extends WantedRun {
  /**
   * Name of the only source to fetch.
   * @default all sources; transactions left by an earlier run are matched in either case
   */
  readonly source?: string | undefined;
  /** Ends the run between two chunks, like a site shutdown. */
  readonly signal?: AbortSignal | undefined;
  /** Warnings added to the run, for example that the secret was part of a URL. */
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

export interface Processing {
  /**
   * Runs fetch, import and matching while holding the site-wide lock.
   * @throws HostError 403 `vendor_bank_forbidden` if a filter denies it, 404 `vendor_bank_not_found` for an unknown
   *   source, 409 `vendor_bank_locked`, 429 `vendor_bank_too_soon`, 502 `vendor_bank_source_failed` if all sources
   *   failed, 503 `vendor_bank_stopped`
   */
  process(wanted: ProcessOptions): Promise<RunRecord>;
}

export interface ProcessParts extends Omit<SourceParts, 'now'> {
  readonly db: Pick<Database, 'now'>;
  readonly exclusive: Exclusive;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly runs: Runs;
  readonly log: Pick<PluginContext['log'], 'error'>;
  /** Returns the sources of the site, before the filter. */
  readonly sources: () => Promise<readonly Source[]>;
  /** Returns the seconds between two starts. */
  readonly interval: () => Promise<number>;
  /** Matches new transactions in its own chunks; stops when the signal of the lease is aborted. */
  readonly matchNew: (run: { readonly lease: Lease }) => Promise<MatchTotals>;
}

export function createProcessing(parts: ProcessParts): Processing {
  const { db, exclusive, hooks, runs, log } = parts;

  async function assertDue({ isForced }: ProcessOptions): Promise<void> {
    if (isForced) return;
    const [now, last] = [await db.now(), await runs.lastStart()];
    const next = nextStart(last, await parts.interval(), now);
    if (last && next) throw tooSoon(last, next, retryAfter(next.getTime() - now.getTime()));
  }

  async function sourcesOf({ source }: Pick<ProcessOptions, 'source'>): Promise<readonly Source[]> {
    const sources = await hooks.applyFiltersAsync('vendor_bank_sources', await parts.sources());
    assertSources(sources);
    if (source === undefined) return sources;
    const wanted = sources.filter(({ name }) => name === source);
    const names = sources.map(({ name }) => name);
    if (wanted.length === 0) throw sourceNotFound(source, names);
    return wanted;
  }

  async function work(lease: Lease, run: RunRecord, wanted: ProcessOptions): Promise<RunRecord> {
    const { isDryRun, source, warnings = [] } = wanted;
    const runLog = createRunLog();
    for (const warning of warnings) runLog.note({ severity: 'warning', ...warning });
    try {
      await processAll(runLog, { lease, signal: lease.signal, isDryRun, runId: run.run_id, source });
      if (!isDryRun) runLog.matched(await parts.matchNew({ lease }));
    } catch (error) {
      const isStopped = exclusive.isStopped || wanted.signal?.aborted === true;
      await endFailed(lease, run, runLog, { error, isStopped });
      throw error;
    }
    const { sources } = runLog.outcome();
    const isFailure = sources.length > 0 && sources.every(({ status }) => status === 'failed');
    const status = isFailure ? 'failed' : 'finished';
    const ended = await runs.end(lease, run.run_id, { status, ...runLog.outcome(), endedAt: await db.now() });
    if (isFailure) throw sourcesFailed(ended);
    return ended;
  }

  async function processAll(
    runLog: RunLog,
    run: Omit<SourceRun, 'log'> & Pick<ProcessOptions, 'source'>,
  ): Promise<void> {
    for (const source of await sourcesOf(run)) {
      run.signal.throwIfAborted();
      await processSource({ ...parts, now: db.now }, source, { ...run, log: runLog });
    }
  }

  /** Records the end of a failed run. If the lease is lost the write fails, and the next run closes it. */
  async function endFailed(
    lease: Lease,
    run: RunRecord,
    runLog: RunLog,
    { error, isStopped }: { readonly error: unknown; readonly isStopped: boolean },
  ): Promise<void> {
    runLog.note({
      severity: 'error',
      code: isStopped ? 'stopped' : 'run_failed',
      message: isStopped ? 'It was stopped. The next run continues.' : 'The run failed. See the log.',
    });
    if (!isStopped) log.error({ err: error, run: run.run_id }, 'A bank transaction run failed');
    const outcome = { status: isStopped ? 'aborted' : 'failed', ...runLog.outcome() } as const;
    try {
      await runs.end(lease, run.run_id, { ...outcome, endedAt: await db.now() });
    } catch (failure) {
      log.error({ err: failure, run: run.run_id }, 'The end of a run could not be stored; the next run closes it');
    }
  }

  return {
    async process(wanted) {
      const { warnings: _warnings, source, signal, ...asked } = wanted;
      if (!(await hooks.applyFiltersAsync('vendor_bank_can_process', true, asked))) throw refusedRun();
      return exclusive.run(async (held) => {
        const lease = signal ? { ...held, signal: AbortSignal.any([held.signal, signal]) } : held;
        await assertDue(wanted);
        // Rejects an unknown source name before the run begins.
        if (source !== undefined) await sourcesOf(wanted);
        const run = await runs.begin(lease, { ...asked, startedAt: await db.now() });
        return work(lease, run, wanted);
      });
    },
  };
}

/** Checks that sources have unique names, because cursors are stored by name. */
function assertSources(sources: readonly Source[]): void {
  const broken = sources.find((source: Partial<Source> | null) => typeof source?.fetch !== 'function');
  if (broken !== undefined) throw sourceInvalid(String(broken?.name ?? ''), 'an invalid object');
  const names = sources.map(({ name }) => name);
  const wrong = names.find((name, index) => !SOURCE_NAME.test(name) || names.indexOf(name) !== index);
  if (wrong === undefined) return;
  throw sourceInvalid(String(wrong), 'an invalid name. Use at most 64 lowercase letters, digits, "-" and "_"');
}
