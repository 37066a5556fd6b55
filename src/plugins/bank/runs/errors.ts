import { HostError } from '../../../index.js';
import type { RunRecord } from './run.js';

/**
 * Error for a run before the interval is over.
 * @param seconds until it may be retried
 */
export function tooSoon(lastRun: Date, nextRun: Date, seconds: number): HostError {
  const message = `The last run started at ${lastRun.toISOString()}. Try again after ${nextRun.toISOString()}, or force a run with force=1.`;
  return new HostError('vendor_bank_too_soon', message, {
    status: 429,
    last_run_at: lastRun.toISOString(),
    next_run_at: nextRun.toISOString(),
    headers: { 'Retry-After': String(seconds) },
  });
}

/**
 * Error for a lock that is already held.
 * @param run run in progress; null if something else holds the lock, such as an upload
 * @param expires time at which the lock expires unless its holder renews it
 */
export function locked(run: RunRecord | null, expires: Date, seconds: number): HostError {
  const message = 'Transactions are already being processed. Wait until that run ends.';
  return new HostError('vendor_bank_locked', message, {
    status: 409,
    run_id: run?.run_id ?? null,
    locked_since: run?.started_at ?? null,
    expires_at: expires.toISOString(),
    headers: { 'Retry-After': String(seconds) },
  });
}

/**
 * Error for a run in which all sources failed. Callers with a secret must not see source names, which are in the
 * history.
 */
export function sourcesFailed({ run_id, totals }: RunRecord): HostError {
  const message = 'None of the sources could be read. The history has the errors; a later run tries again.';
  return new HostError('vendor_bank_source_failed', message, { status: 502, run_id, totals });
}

/**
 * Error for unlocking while the holder is alive.
 * @param seconds since its last heartbeat
 */
export function lockAlive(seconds: number): HostError {
  const message = `The lock holder responded ${seconds} seconds ago and is working. Wait until it ends, or stop it. A lock expires after two minutes without a response.`;
  return new HostError('vendor_bank_locked', message, { status: 409, silent_seconds: seconds });
}

export function runNotFound(id: number): HostError {
  return new HostError('vendor_bank_not_found', `Run ${id} does not exist.`, { status: 404, run_id: id });
}

/**
 * Error for an unknown source name.
 * @param names names of the existing sources
 */
export function sourceNotFound(name: string, names: readonly string[]): HostError {
  const others = names.length === 0 ? 'There are none' : `There are: ${names.join(', ')}`;
  return new HostError('vendor_bank_not_found', `There is no source "${name}". ${others}.`, {
    status: 404,
    source: name,
  });
}

export function refusedRun(): HostError {
  return new HostError('vendor_bank_forbidden', 'This site does not allow processing transactions now.', {
    status: 403,
  });
}
