import { setTimeout as sleep } from 'node:timers/promises';
import type { Bank } from '../../bank.js';
import type { RunRecord } from '../../runs/run.js';

/** Types of runs that can be started: normal, forced (ignores the interval), and dry run. */
export const RUN_KINDS = ['now', 'force', 'dry'] as const;

/** Milliseconds before the response is sent while the run continues. */
const PATIENCE = 4000;

/**
 * Starts a run and waits for its result for a few seconds. A longer run continues in the background.
 * @returns null if it continues
 * @throws HostError errors of the run within that time
 */
export async function beginRun(
  { processing }: Pick<Bank, 'processing'>,
  kind: (typeof RUN_KINDS)[number],
  startedBy: number,
): Promise<RunRecord | null> {
  const run = processing.process({
    trigger: 'session',
    startedBy,
    isForced: kind === 'force',
    isDryRun: kind === 'dry',
  });
  // Later errors are in the history.
  run.catch(() => undefined);
  const stop = new AbortController();
  const late = sleep(PATIENCE, null, { signal: stop.signal }).catch(() => null);
  try {
    return await Promise.race([run, late]);
  } finally {
    stop.abort();
  }
}
