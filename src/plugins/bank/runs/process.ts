import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { PluginContext } from '../../../index.js';
import type { Run, StepResult } from '../../../runs.js';
import type { Lease } from '../../../services.js';
import type { Exclusive } from '../exclusive.js';
import type { WantedRun } from '../hooks/runs.js';
import { retryAfter } from '../retry-after.js';
import { sourceInvalid } from '../sources/outbound/errors.js';
import { SOURCE_NAME, type Source } from '../sources/source.js';
import { refusedRun, sourceNotFound, sourcesFailed, tooSoon } from './errors.js';
import { nextStart } from './interval.js';
import { processSource, type SourceParts } from './process-source.js';
import type { RunRecord } from './run.js';
import { createRunLog, type MatchTotals } from './run-log.js';
import { type RunInput, type RunState, type Runs, type RunWork, recordOf } from './runs.js';

export interface ProcessOptions extends WantedRun {
  /**
   * Name of the only source to fetch.
   * @default all sources; transactions left by an earlier run are matched in either case
   */
  readonly source?: string | undefined;
  /** Ends the run between two chunks, like a site shutdown. */
  readonly signal?: AbortSignal | undefined;
  /** Warnings added to the run, for example that the secret was part of a URL. */
  readonly warnings?: RunInput['warnings'];
}

export interface Processing {
  /**
   * Runs fetch, import and matching while holding the site-wide lock.
   * @throws HostError 403 `vendor_bank_forbidden` if a filter denies it, 404 `vendor_bank_not_found` for an unknown
   *   source, 409 `vendor_bank_locked`, 429 `vendor_bank_too_soon`, 502 `vendor_bank_source_failed` if all sources
   *   failed, 503 `vendor_bank_stopped`
   */
  process(options: ProcessOptions): Promise<RunRecord>;
}

/** Returns the sources of a run, or only the one with this name. */
export type SourcesOf = (name: string | undefined) => Promise<readonly Source[]>;

/**
 * Creates the selection of the sources of the site, after the filter.
 * @throws HostError 404 `vendor_bank_not_found` for an unknown name, `vendor_bank_source_invalid`
 */
export function createSourcesOf(
  hooks: Pick<OwnedHooks, 'applyFiltersAsync'>,
  ofSite: () => Promise<readonly Source[]>,
): SourcesOf {
  return async (name) => {
    const sources = await hooks.applyFiltersAsync('vendor_bank_sources', await ofSite());
    assertSources(sources);
    if (name === undefined) return sources;
    const matching = sources.filter((source) => source.name === name);
    const names = sources.map((source) => source.name);
    if (matching.length === 0) throw sourceNotFound(name, names);
    return matching;
  };
}

export interface RunWorkParts extends Omit<SourceParts, 'now'> {
  readonly db: Pick<Database, 'now'>;
  readonly log: Pick<PluginContext['log'], 'error'>;
  readonly sourcesOf: SourcesOf;
  /** Matches new transactions in its own chunks; stops when the signal of the lease is aborted. */
  readonly matchNew: (run: { readonly lease: Lease }) => Promise<MatchTotals>;
}

/** Creates the work of a run: fetch, import and match. It stores its result even if it fails. */
export function createRunWork(parts: RunWorkParts): RunWork {
  const { db, outbox, log, sourcesOf, matchNew } = parts;

  async function announceEnd(run: Run<unknown, RunState>): Promise<void> {
    await outbox.announce('vendor_bank_run_finished', recordOf(run as Run<RunInput, RunState>));
  }

  return async (run, lease): Promise<StepResult<RunState>> => {
    const { isDryRun, source, warnings = [] } = run.input;
    const { signal } = lease;
    const runLog = createRunLog();
    const ended = (end: 'completed' | 'failed' | 'interrupted') => ({
      state: runLog.outcome(),
      end,
      inTransaction: announceEnd,
    });
    for (const warning of warnings) runLog.note({ severity: 'warning', ...warning });
    try {
      for (const each of await sourcesOf(source)) {
        signal.throwIfAborted();
        const within = { lease, signal, isDryRun, runId: run.id, log: runLog };
        await processSource({ ...parts, now: db.now }, each, within);
      }
      if (!isDryRun) runLog.matched(await matchNew({ lease }));
    } catch (error) {
      const isStopped = signal.aborted;
      runLog.note({
        severity: 'error',
        code: isStopped ? 'stopped' : 'run_failed',
        message: isStopped ? 'It was stopped. The next run continues.' : 'The run failed. See the log.',
      });
      if (!isStopped) log.error({ err: error, run: run.id }, 'A bank transaction run failed');
      // If the lease is lost the write fails, and the next run closes this one.
      await run.save(ended(isStopped ? 'interrupted' : 'failed')).catch((failure: unknown) => {
        log.error({ err: failure, run: run.id }, 'The end of a run could not be stored; the next run closes it');
      });
      throw error;
    }
    const { sources } = runLog.outcome();
    const isFailure = sources.length > 0 && sources.every(({ status }) => status === 'failed');
    return ended(isFailure ? 'failed' : 'completed');
  };
}

export interface ProcessParts {
  readonly db: Pick<Database, 'now'>;
  readonly exclusive: Pick<Exclusive, 'run'>;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly runs: Pick<Runs, 'lastStart' | 'run'>;
  readonly sourcesOf: SourcesOf;
  /** Returns the seconds between two starts. */
  readonly interval: () => Promise<number>;
}

export function createProcessing({ db, exclusive, hooks, runs, sourcesOf, interval }: ProcessParts): Processing {
  async function assertDue({ isForced }: ProcessOptions): Promise<void> {
    if (isForced) return;
    const [now, last] = [await db.now(), await runs.lastStart()];
    const next = nextStart(last, await interval(), now);
    if (last && next) throw tooSoon(last, next, retryAfter(next.getTime() - now.getTime()));
  }

  return {
    async process(options) {
      const { trigger, startedBy, isForced, isDryRun, source, signal } = options;
      const runOptions = { trigger, startedBy, isForced, isDryRun };
      if (!(await hooks.applyFiltersAsync('vendor_bank_can_process', true, runOptions))) throw refusedRun();
      return exclusive.run(async (lease) => {
        await assertDue(options);
        // Rejects an unknown source name before the run begins.
        if (source !== undefined) await sourcesOf(source);
        const run = await runs.run(lease, options);
        if (run.status === 'failed') throw sourcesFailed(run);
        // It was stopped before it began.
        if (run.status === 'aborted') AbortSignal.any([lease.signal, ...(signal ? [signal] : [])]).throwIfAborted();
        return run;
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
