import { setTimeout as sleep } from 'node:timers/promises';
import type { Bank } from '../../bank.js';
import type { RunRecord } from '../../runs/run.js';

/** What the buttons begin: a run, one that does not wait for the distance between two, and one that stores nothing. */
export const RUN_KINDS = ['now', 'force', 'dry'] as const;

/** Milliseconds for which somebody waits for an answer. */
const PATIENCE = 4000;

/**
 * Begins a run for somebody who waits for it, as long as people wait. A longer one goes on by itself, and its history says
 * what came of it.
 * @returns null when it goes on
 * @throws HostError what a run throws within that time
 */
export async function beginRun(
  { processing }: Pick<Bank, 'processing'>,
  kind: (typeof RUN_KINDS)[number],
  startedBy: number,
): Promise<RunRecord | null> {
  const run = processing.process({
    ...{ trigger: 'session', startedBy },
    isForced: kind === 'force',
    isDryRun: kind === 'dry',
  });
  // Whoever does not wait any more finds it in the history.
  run.catch(() => undefined);
  const stop = new AbortController();
  const late = sleep(PATIENCE, null, { signal: stop.signal }).catch(() => null);
  try {
    return await Promise.race([run, late]);
  } finally {
    stop.abort();
  }
}
