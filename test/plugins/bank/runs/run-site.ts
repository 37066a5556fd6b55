import { setTimeout as sleep } from 'node:timers/promises';
import type { HostError } from 'mortise';
import type { Lease } from 'mortise/services';
import { pino } from 'pino';
import { expect } from 'vitest';
import { utc } from '../../../../src/core/database/codec.js';
import type { Database } from '../../../../src/core/database/database.js';
import { createOwnedRuns } from '../../../../src/core/runs/owned-runs.js';
import { createTableJobs } from '../../../../src/core/services/jobs/table-jobs.js';
import { createExclusive } from '../../../../src/plugins/bank/exclusive.js';
import type { StatementEntry } from '../../../../src/plugins/bank/formats/statement.js';
import { createFindFormat } from '../../../../src/plugins/bank/importing/find-format.js';
import { createImportFile } from '../../../../src/plugins/bank/importing/import-file.js';
import {
  createProcessing,
  createRunWork,
  createSourcesOf,
  type ProcessOptions,
} from '../../../../src/plugins/bank/runs/process.js';
import type { RunRecord } from '../../../../src/plugins/bank/runs/run.js';
import { createRuns, type Runs } from '../../../../src/plugins/bank/runs/runs.js';
import type { FetchContext, FetchedFile, Source } from '../../../../src/plugins/bank/sources/source.js';
import { createSourceRows } from '../../../../src/plugins/bank/sources/source-rows.js';
import type { SourceLimits } from '../../../../src/plugins/bank/sources/watched-fetch.js';
import { fileOf, type ImportSite, lines, openImports, statementOf } from '../importing/import-site.js';

const NOTHING = { matched: 0, partial: 0, overpaid: 0, unmatched: 0, ignored: 0, reversed: 0, review: 0, errors: 0 };

export interface RunSite extends ImportSite {
  readonly runs: Runs;
  /** Sources of the runs, in this order. */
  readonly sources: Source[];
  /** Seconds between two runs. */
  interval: number;
  sourceLimits: SourceLimits;
  /** Replaces the matching. */
  match: (lease: Lease) => Promise<Partial<typeof NOTHING>>;
  process(options?: Partial<ProcessOptions>): Promise<RunRecord>;
  /** Returns the error of a refused run. */
  refusal(options?: Partial<ProcessOptions>): Promise<HostError>;
  close(): Promise<void>;
  /** Moves the start of all runs back by this many seconds. */
  pass(seconds: number): Promise<void>;
}

/** Opens runs on a database, without a host. */
export async function openRuns(db: Database): Promise<RunSite> {
  const imports = await openImports(db);
  const { hooks, outbox, locks } = imports;
  const log = pino({ level: 'silent' });
  const jobs = createTableJobs(db, log);
  const unused = () => expect.unreachable();
  const parts = { owner: 'bank', db, hooks, locks, jobs: { ...jobs, define: unused, schedule: unused } };
  const sources: Source[] = [];
  const sourcesOf = createSourcesOf(hooks, async () => sources);
  const work = createRunWork({
    db,
    outbox,
    log,
    importFile: createImportFile({ db, hooks, outbox, now: () => new Date() }),
    findFormat: createFindFormat(hooks, async () => [lines()]),
    rows: createSourceRows(db),
    sourceLimits: async () => site.sourceLimits,
    sourcesOf,
    matchNew: async ({ lease }) => ({ ...NOTHING, ...(await site.match(lease)) }),
  });
  const runs = createRuns(createOwnedRuns({ ...parts, types: { add: () => undefined } }), { outbox, work });
  const exclusive = createExclusive({ db, locks, runs });
  const interval = async () => site.interval;
  const processing = createProcessing({ db, hooks, exclusive, runs, sourcesOf, interval });
  const site: RunSite = {
    ...imports,
    runs,
    sources,
    interval: 60,
    sourceLimits: { timeLimit: 60_000 },
    match: async () => ({}),
    process: (options = {}) =>
      processing.process({ trigger: 'session', startedBy: 1, isForced: false, isDryRun: false, ...options }),
    refusal: (options) =>
      site.process(options).then(
        () => {
          throw new Error('The run was not refused.');
        },
        (error: HostError) => error,
      ),
    close: exclusive.close,
    async pass(seconds) {
      for (const { id, created_at } of await db.query.selectFrom('runs').select(['id', 'created_at']).execute()) {
        const earlier = utc.encode(new Date(utc.decode(created_at).getTime() - seconds * 1000));
        await db.query.updateTable('runs').set({ created_at: earlier }).where('id', '=', id).execute();
      }
    },
  };
  return site;
}

/** Returns a source of files with these entries. */
export function sourceOf(name: string, ...files: readonly (readonly StatementEntry[])[]): Source {
  return fetching(name, async function* () {
    for (const [index, entries] of files.entries())
      yield { file: fileOf(statementOf(entries), `${name}-${index}.jsonl`) };
  });
}

export function fetching(name: string, fetch: (context: FetchContext) => AsyncIterable<FetchedFile>): Source {
  return { name, kind: 'test', fetch };
}

/** Returns a source that fails. */
export function failing(name: string, error: unknown): Source {
  return fetching(name, () => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
  }));
}

/** Returns a promise that resolves once `open` is called. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export const aMoment = (): Promise<void> => sleep(20);
