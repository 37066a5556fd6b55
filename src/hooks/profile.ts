import { type HookEntry, registered } from './entry.js';
import type { Culprit } from './failures.js';
import type { HookKind } from './names.js';
import type { MeasuredCall } from './probe.js';
import { addTiming, createTiming, type Timing } from './timing.js';

/** Measured cost of an owner, a hook or a callback; times in milliseconds. */
export interface HookStatistics {
  readonly owner: string | null;
  readonly kind: HookKind | null;
  readonly hook: string | null;
  readonly id: string | null;
  /** Function name; empty for an anonymous function. */
  readonly function: string | null;
  /** Number of measured calls. */
  readonly samples: number;
  /** Total time of all calls, extrapolated from the samples. */
  readonly estimatedTotalMs: number;
  /** Average processor time per call, excluding hooks that the callback dispatched. */
  readonly selfMs: number;
  /** Average time per call spent awaiting its promise. */
  readonly waitMs: number;
  readonly maxMs: number;
  /** Number of samples that awaited a promise while another one did. Do not add up their wait times. */
  readonly overlapped: number;
}

export type StatisticsBy = 'owner' | 'hook' | 'callback';

/** Callback that blocked the process for longer than `slowMs`. */
export interface SlowCallback extends Culprit {
  readonly selfMs: number;
  readonly waitMs: number;
}

/** Adds a measured call to the statistics of its callback. */
export function recordCall({ record, weight, selfMs, overlapped }: MeasuredCall, waitMs: number): void {
  record.timing ??= createTiming();
  const { timing } = record;
  timing.samples++;
  timing.selfMs += selfMs;
  timing.waitMs += waitMs;
  timing.totalMs += (selfMs + waitMs) * weight;
  timing.maxMs = Math.max(timing.maxMs, selfMs + waitMs);
  if (overlapped) timing.overlapped++;
}

/** Resets all statistics. */
export function forgetTimings(entries: Iterable<HookEntry>): void {
  for (const entry of entries) for (const record of registered(entry)) record.timing = null;
}

/** Returns the statistics of all callbacks that are registered now, most expensive first. */
export function statisticsOf(entries: Iterable<HookEntry>, by: StatisticsBy): HookStatistics[] {
  const groups = new Map<unknown, { head: Head; timing: Timing }>();
  for (const entry of entries) {
    for (const record of registered(entry)) {
      const { owner, id, callback, timing } = record;
      const heads: Record<StatisticsBy, [unknown, Head]> = {
        owner: [owner, { ...NO_CALLBACK, owner }],
        hook: [entry, { ...NO_CALLBACK, kind: entry.kind, hook: entry.name }],
        callback: [record, { owner, kind: entry.kind, hook: entry.name, id, function: callback.name }],
      };
      const [key, head] = heads[by];
      const group = groups.get(key) ?? { head, timing: createTiming() };
      groups.set(key, group);
      if (timing) addTiming(group.timing, timing);
    }
  }
  return [...groups.values()]
    .filter(({ timing }) => timing.samples > 0)
    .map(({ head, timing }) => ({ ...head, ...summary(timing) }))
    .toSorted((a, b) => b.estimatedTotalMs - a.estimatedTotalMs);
}

type Head = Pick<HookStatistics, 'owner' | 'kind' | 'hook' | 'id' | 'function'>;
const NO_CALLBACK: Head = { owner: null, kind: null, hook: null, id: null, function: null };

function summary({ samples, selfMs, waitMs, totalMs, maxMs, overlapped }: Timing) {
  return {
    samples,
    estimatedTotalMs: totalMs,
    selfMs: selfMs / samples,
    waitMs: waitMs / samples,
    maxMs,
    overlapped,
  };
}
