import type { OwnedHooks } from '../../../index.js';
import type { StatementFormat } from '../formats/statement-format.js';
import type { RunRecord, RunTrigger } from '../runs/run.js';
import type { RunView } from '../runs/run-view.js';
import type { Source } from '../sources/source.js';

/** A run that somebody wants. */
export interface WantedRun {
  readonly trigger: RunTrigger;
  /** Account of who wants it; null for a secret, a schedule and a command. */
  readonly startedBy: number | null;
  readonly isForced: boolean;
  readonly isDryRun: boolean;
}

/** A source that a run could not read. */
export interface SourceFailure {
  /** Its name. */
  readonly source: string;
  readonly run_id: number;
  /** Without the prefix of the plugin, as in the history. */
  readonly code: string;
  readonly message: string;
  /** ISO 8601 */
  readonly failed_at: string;
}

type Answer<T> = T | Promise<T>;

declare module '../../../index.js' {
  interface Filters {
    /** Whether a run may begin, of those that have the right to: for hours in which a bank or a shop is closed. */
    vendor_bank_can_process(canProcess: boolean, wanted: WantedRun): Answer<boolean>;
    /** Where statements come from, before a run asks them in this order. */
    vendor_bank_sources(sources: readonly Source[]): Answer<readonly Source[]>;
    /** The ways in which statements are written, the more special ones first: sites add those of their banks. */
    vendor_bank_parsers(formats: readonly StatementFormat[]): Answer<readonly StatementFormat[]>;
    /** What `process-transactions` answers. Callers with a secret have totals alone, and should get no names. */
    vendor_bank_response(response: RunView, run: RunRecord): Answer<RunView>;
  }
  interface Actions {
    /** A run has begun. */
    vendor_bank_run_started(run: RunRecord): void | Promise<void>;
    /** A run has ended; its status says how. One that was killed is not told of. */
    vendor_bank_run_finished(run: RunRecord): void | Promise<void>;
    /** A source could not be read, or none of its files; the run goes on with the others. Rehearsals are not told of. */
    vendor_bank_source_failed(failure: SourceFailure): void | Promise<void>;
  }
}

/** Says what the hooks of runs are. */
export function defineRunHooks({ define }: OwnedHooks): void {
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('vendor_bank_can_process', { ...filter, accepts: (value: unknown) => typeof value === 'boolean' });
  define('vendor_bank_sources', { ...filter, accepts: Array.isArray });
  define('vendor_bank_parsers', { ...filter, accepts: Array.isArray });
  // The run has been: an answer without the callback is better than none.
  define('vendor_bank_response', { kind: 'filter', since: '0.1.0', async: 'allowed', onError: 'isolate' });
  // They are told through the outbox: what a listener throws makes it be told again.
  const told = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_bank_run_started', told);
  define('vendor_bank_run_finished', told);
  define('vendor_bank_source_failed', told);
}
