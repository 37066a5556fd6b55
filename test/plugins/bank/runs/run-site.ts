import { setTimeout as sleep } from 'node:timers/promises';
import type { HostError } from 'mortise';
import type { Lease } from 'mortise/services';
import { pino } from 'pino';
import type { Database } from '../../../../src/core/database/database.js';
import { createExclusive } from '../../../../src/plugins/bank/exclusive.js';
import type { StatementEntry } from '../../../../src/plugins/bank/formats/statement.js';
import { createFindFormat } from '../../../../src/plugins/bank/importing/find-format.js';
import { createImportFile } from '../../../../src/plugins/bank/importing/import-file.js';
import { createProcessing, type ProcessOptions } from '../../../../src/plugins/bank/runs/process.js';
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
  process(wanted?: Partial<ProcessOptions>): Promise<RunRecord>;
  /** Returns the error of a refused run. */
  refusal(wanted?: Partial<ProcessOptions>): Promise<HostError>;
  close(): Promise<void>;
  /** Moves the start of all runs back by this many seconds. */
  pass(seconds: number): Promise<void>;
}

/** Opens runs on a database, without a host. */
export async function openRuns(db: Database): Promise<RunSite> {
  const imports = await openImports(db);
  const { hooks, outbox, locks } = imports;
  const runs = createRuns(db, outbox);
  const sources: Source[] = [];
  const exclusive = createExclusive({ db, locks, runs });
  const processing = createProcessing({
    db,
    hooks,
    outbox,
    exclusive,
    runs,
    log: pino({ level: 'silent' }),
    importFile: createImportFile({ db, hooks, outbox, now: () => new Date() }),
    findFormat: createFindFormat(hooks, async () => [lines()]),
    rows: createSourceRows(db),
    sourceLimits: async () => site.sourceLimits,
    sources: async () => sources,
    interval: async () => site.interval,
    matchNew: async ({ lease }) => ({ ...NOTHING, ...(await site.match(lease)) }),
  });
  const site: RunSite = {
    ...imports,
    runs,
    sources,
    interval: 60,
    sourceLimits: { timeLimit: 60_000 },
    match: async () => ({}),
    process: (wanted = {}) =>
      processing.process({ trigger: 'session', startedBy: 1, isForced: false, isDryRun: false, ...wanted }),
    refusal: (wanted) =>
      site.process(wanted).then(
        () => {
          throw new Error('The run was not refused.');
        },
        (error: HostError) => error,
      ),
    close: exclusive.close,
    async pass(seconds) {
      for (const { id, started_at } of await db.query.selectFrom('bank_runs').select(['id', 'started_at']).execute()) {
        const earlier = new Date(Date.parse(`${started_at.replace(' ', 'T')}Z`) - seconds * 1000);
        const text = earlier.toISOString().replace('T', ' ').slice(0, -1);
        await db.query.updateTable('bank_runs').set({ started_at: text }).where('id', '=', id).execute();
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
