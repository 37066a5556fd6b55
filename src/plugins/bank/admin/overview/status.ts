import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { nextStart } from '../../runs/interval.js';

/** Whether the lock is held, and the earliest start of the next run. */
export interface BankStatus {
  readonly isRunning: boolean;
  readonly facts: readonly (readonly [term: string, text: string | null])[];
}

export async function bankStatus(
  { lockHolder, interval, now, runs }: Pick<Bank, 'lockHolder' | 'interval' | 'now' | 'runs'>,
  { text, dateTime }: Strings,
): Promise<BankStatus> {
  const [lock, last, seconds] = await Promise.all([lockHolder(), runs.lastStart(), interval()]);
  const next = nextStart(last, seconds, now());
  const until = lock && dateTime(lock.expires);
  const working = lock?.run
    ? text('overview.locked-by-run', { id: String(lock.run.run_id), until: until ?? '' })
    : text('overview.locked', { until: until ?? '' });
  return {
    isRunning: lock !== null,
    facts: [
      [text('overview.lock'), lock ? working : text('overview.free')],
      [text('overview.last-run'), last ? dateTime(last) : text('overview.never')],
      [
        text('overview.next-run'),
        next ? text('overview.next-at', { time: dateTime(next), count: seconds }) : text('overview.any-time'),
      ],
    ],
  };
}
