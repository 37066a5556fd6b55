import { HostError } from '../../../index.js';
import type { RunRecord } from './run.js';

/** @param seconds until it may be tried again */
export function tooSoon(lastRun: Date, nextRun: Date, seconds: number): HostError {
  const message = `The last run began at ${lastRun.toISOString()}. Come again after ${nextRun.toISOString()}, or force a run with force=1.`;
  return new HostError('vendor_bank_too_soon', message, {
    status: 429,
    ...{ last_run_at: lastRun.toISOString(), next_run_at: nextRun.toISOString() },
    headers: { 'Retry-After': String(seconds) },
  });
}

/**
 * @param run the one that is going on; null where something else holds the lock, such as an upload
 * @param expires when the lock ends by itself, if its holder says nothing until then
 */
export function locked(run: RunRecord | null, expires: Date, seconds: number): HostError {
  const message = 'Transactions are being processed already. Wait until that is done, and call again.';
  return new HostError('vendor_bank_locked', message, {
    status: 409,
    ...{ run_id: run?.run_id ?? null, locked_since: run?.started_at ?? null, expires_at: expires.toISOString() },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Callers with a secret are told no names: the history has them. */
export function sourcesFailed({ run_id, totals }: RunRecord): HostError {
  const message =
    'None of the sources could be read. The run and its errors are in the history; a later one reads them again.';
  return new HostError('vendor_bank_source_failed', message, { status: 502, run_id, totals });
}

/** @param seconds since its last sign of life */
export function lockAlive(seconds: number): HostError {
  const message = `Whoever holds the lock was heard of ${seconds} seconds ago, and is working. Wait for its end, or stop it; a lock whose holder is silent ends by itself after two minutes.`;
  return new HostError('vendor_bank_locked', message, { status: 409, silent_seconds: seconds });
}

export function runNotFound(id: number): HostError {
  return new HostError('vendor_bank_not_found', `There is no run ${id}.`, { status: 404, run_id: id });
}

/** @param known names of those that there are */
export function sourceNotFound(name: string, known: readonly string[]): HostError {
  const others = known.length === 0 ? 'There is none at all' : `There are: ${known.join(', ')}`;
  return new HostError('vendor_bank_not_found', `There is no source "${name}". ${others}.`, {
    status: 404,
    source: name,
  });
}

export function refusedRun(): HostError {
  return new HostError('vendor_bank_forbidden', 'This site does not let you process transactions now.', {
    status: 403,
  });
}
