import { HostError } from '../../../index.js';
import type { Lease } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import type { StatementFile, StatementFormat } from '../formats/statement-format.js';
import type { ImportFile, ImportReport } from '../importing/importer.js';
import type { FetchedFile, Source } from '../sources/source.js';
import type { SourceRows, SourceState } from '../sources/source-rows.js';
import { type SourceLimits, watchedFetch } from '../sources/watched-fetch.js';
import type { SourceReport } from './run.js';
import type { RunLog } from './run-log.js';

export interface SourceParts {
  readonly rows: SourceRows;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly sourceLimits: () => Promise<SourceLimits>;
  readonly importFile: ImportFile;
  /**
   * Finds the format of a file.
   * @param name of the format, if known
   * @throws HostError 400 `vendor_bank_unknown_format`
   */
  readonly findFormat: (file: StatementFile, name?: string) => Promise<StatementFormat>;
  readonly now: () => Promise<Date>;
}

export interface SourceRun {
  readonly lease: Lease;
  readonly runId: number;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  readonly log: RunLog;
}

type SourceTally = Pick<SourceReport, 'duplicates' | 'fetched' | 'files' | 'new' | 'updated'>;

/**
 * Imports the files of a source one by one.
 * After a file is stored, the cursor is saved and then the source is notified. A crash in between repeats the file,
 * whose entries are recognized.
 *
 * A faulty source ends only itself. Errors are thrown only if the run has to end.
 */
export async function processSource(parts: SourceParts, source: Source, run: SourceRun): Promise<void> {
  const { log, signal } = run;
  const formats = new Set<string>();
  let tally: SourceTally = { files: 0, fetched: 0, new: 0, updated: 0, duplicates: 0 };
  let refusals = 0;
  const report = (status: SourceReport['status'], error: unknown): SourceReport => ({
    id: source.name,
    format: [...formats].join(','),
    status,
    ...tally,
    error: error === null ? null : saidOf(error),
  });

  const state = await beginSource(parts, source, run);
  try {
    const { cursor, lastAsked } = state;
    const context = { cursor, lastAsked, isDryRun: run.isDryRun, signal };
    for await (const fetched of watchedFetch(source, context, await parts.sourceLimits())) {
      const result = await importFetched(parts, fetched, { ...run, state, source }).catch(async (error: unknown) => {
        if (!isFaultOfFile(error)) throw error;
        refusals += 1;
        log.note({ severity: 'error', ...saidOf(error), source: source.name, file: fetched.file.name });
        if (!run.isDryRun) await fetched.refused?.(error);
        return null;
      });
      tally = { ...tally, files: tally.files + 1 };
      if (!result) continue;
      formats.add(result.format);
      tally = added(tally, result.report);
    }
    const areAllRefused = refusals > 0 && refusals === tally.files;
    const failure = areAllRefused ? noFileRead(refusals) : null;
    await finish(report(failure ? 'failed' : 'ok', failure));
  } catch (error) {
    if (mustEndRun(error, run)) throw error;
    const isWaiting = error instanceof HostError && error.code === 'vendor_bank_too_soon';
    if (!isWaiting) log.note({ severity: 'error', ...saidOf(error), source: source.name });
    await finish(report(isWaiting ? 'skipped' : 'failed', error));
  }

  async function finish(report: SourceReport): Promise<void> {
    log.source(report);
    if (run.isDryRun) return;
    const at = await parts.now();
    await run.lease.transaction(async () => {
      await parts.rows.end(state.id, report.status, report.error?.message ?? '', at);
      if (report.status !== 'failed' || !report.error) return;
      const failure = { source: source.name, run_id: run.runId, ...report.error, failed_at: at.toISOString() };
      await parts.outbox.announce('vendor_bank_source_failed', failure);
    });
  }
}

async function beginSource({ rows, now }: SourceParts, source: Source, run: SourceRun): Promise<SourceState> {
  if (run.isDryRun) return (await rows.read(source.name)) ?? { id: 0, cursor: '', lastAsked: null };
  const at = await now();
  return run.lease.transaction(() => rows.begin(source, at));
}

async function importFetched(
  { importFile, findFormat, rows, now }: SourceParts,
  { file, format: name, options, cursor, stored }: FetchedFile,
  run: SourceRun & { readonly state: SourceState; readonly source: Source },
): Promise<{ readonly format: string; readonly report: ImportReport }> {
  const { lease, runId, isDryRun, signal, state } = run;
  const format = await findFormat(file, name);
  const from = { sourceId: isDryRun ? null : state.id, runId };
  const report = await importFile(file, { ...options, format, ...from, isDryRun, lease, signal });
  run.log.imported(report, { source: run.source.name, file: file.name });
  if (!isDryRun && cursor !== undefined) {
    const at = await now();
    await lease.transaction(() => rows.keepCursor(state.id, cursor, at));
  }
  if (!isDryRun) await stored?.(report);
  return { format: format.name, report };
}

function added(tally: SourceTally, report: ImportReport): SourceTally {
  return {
    files: tally.files,
    fetched: tally.fetched + report.fetched,
    new: tally.new + report.new + report.review,
    updated: tally.updated + report.updated,
    duplicates: tally.duplicates + report.duplicates,
  };
}

/** Whether the file itself is invalid, as opposed to a failure of the server or a lost lease. */
function isFaultOfFile(error: unknown): error is HostError {
  return error instanceof HostError && error.status < 500 && error.code.startsWith('vendor_bank_') && !isLimit(error);
}

function isLimit({ code }: HostError): boolean {
  return code === 'vendor_bank_too_soon';
}

function mustEndRun(error: unknown, { signal, lease }: SourceRun): boolean {
  return signal.aborted || lease.signal.aborted || (error instanceof HostError && error.code === 'lock_lost');
}

function noFileRead(count: number): HostError {
  const message = count === 1 ? 'Its file could not be read.' : `None of its ${count} files could be read.`;
  return new HostError('vendor_bank_source_failed', message, { status: 502 });
}

/** Returns the public part of an error. Other errors may contain internals and are only logged. */
function saidOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof HostError && error.code.startsWith('vendor_bank_')) {
    return { code: error.code.slice('vendor_bank_'.length), message: error.message };
  }
  return { code: 'source_failed', message: 'The source could not be read. The log has the reason.' };
}
