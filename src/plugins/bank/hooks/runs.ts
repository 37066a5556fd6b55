import type { Awaitable, OwnedHooks } from '../../../hooks.js';
import type { StatementFormat } from '../formats/statement-format.js';
import type { RunRecord, RunTrigger } from '../runs/run.js';
import type { RunView } from '../runs/run-view.js';
import type { Source } from '../sources/source.js';

/** A requested run. */
export interface WantedRun {
  readonly trigger: RunTrigger;
  /** ID of the requesting user; null for a secret, a schedule and a command without a user. */
  readonly startedBy: number | null;
  readonly isForced: boolean;
  readonly isDryRun: boolean;
}

/** A source that a run could not read. */
export interface SourceFailure {
  /** Name of the source. */
  readonly source: string;
  readonly run_id: number;
  /** Error code without the plugin's prefix, as in the history. */
  readonly code: string;
  readonly message: string;
  /** ISO 8601 */
  readonly failed_at: string;
}

declare module '../../../index.js' {
  interface Filters {
    /** Whether an authorized run may start, for example outside the maintenance hours of a bank or shop. */
    vendor_bank_can_process(canProcess: boolean, run: WantedRun): Awaitable<boolean>;
    /** Changes the sources that a run fetches, in this order. */
    vendor_bank_sources(sources: readonly Source[]): Awaitable<readonly Source[]>;
    /** Changes the statement formats, more specific ones first. Sites add the formats of their banks. */
    vendor_bank_parsers(formats: readonly StatementFormat[]): Awaitable<readonly StatementFormat[]>;
    /** Changes the response of `process-transactions`. Callers with a secret get only totals and must not see names. */
    vendor_bank_response(response: RunView, run: RunRecord): Awaitable<RunView>;
  }
  interface Actions {
    /** Fires when a run has started. */
    vendor_bank_run_started(run: RunRecord): void | Promise<void>;
    /** Fires when a run has ended with any status. Does not fire for a run that crashed. */
    vendor_bank_run_finished(run: RunRecord): void | Promise<void>;
    /** Fires when a source, or all of its files, could not be read. The run continues. Does not fire for dry runs. */
    vendor_bank_source_failed(failure: SourceFailure): void | Promise<void>;
  }
}

/** Defines the run hooks. */
export function defineRunHooks({ define }: OwnedHooks): void {
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('vendor_bank_can_process', { ...filter, accepts: (value: unknown) => typeof value === 'boolean' });
  define('vendor_bank_sources', { ...filter, accepts: Array.isArray });
  define('vendor_bank_parsers', { ...filter, accepts: Array.isArray });
  // The run is over, so a response without the filter is better than none.
  define('vendor_bank_response', { kind: 'filter', since: '0.1.0', async: 'allowed', onError: 'isolate' });
  // Announced through the outbox: if a listener throws, the action is repeated.
  const announcement = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_bank_run_started', announcement);
  define('vendor_bank_run_finished', announcement);
  define('vendor_bank_source_failed', announcement);
}
