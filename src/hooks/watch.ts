import type { HookEntry } from './entry.js';
import { describeCulprit } from './failures.js';
import type { Gate } from './gate.js';
import type { Listeners, Subscription } from './listeners.js';
import type { DispatchEvent, Observe } from './observation.js';
import type { CallListener, MeasuredCall, Probe, Probes } from './probe.js';
import { recordCall, type SlowCallback } from './profile.js';
import type { ActiveTrace, Tracing } from './tracing.js';

/** Runs a dispatch that the gate has stopped: samples it if due, notifies observers, records traces. */
export interface Watch {
  /** @param run makes the dispatch, with the probe if there is one */
  sync<Result>(entry: HookEntry, args: readonly unknown[], run: (probe?: Probe) => Result): Result;
  async<Result>(entry: HookEntry, args: readonly unknown[], run: (probe?: Probe) => Promise<Result>): Promise<Result>;
  /** Measures every call until the subscription is removed. */
  measureAll(): Subscription;
}

export function createWatch({
  gate,
  probes,
  tracing,
  observe,
  observers,
  slowCallbacks,
  slowMs,
  sampleEvery,
}: {
  gate: Gate;
  probes: Probes;
  tracing: Tracing;
  observe: Observe;
  observers: Listeners<DispatchEvent>;
  slowCallbacks: Listeners<SlowCallback>;
  slowMs: number;
  sampleEvery: number;
}): Watch {
  let exactReaders = 0;

  function tellIfSlow({ entry, record, selfMs }: MeasuredCall, waitMs: number): void {
    if (selfMs < slowMs || slowCallbacks.count === 0) return;
    slowCallbacks.emit({ ...describeCulprit(entry, record), selfMs, waitMs });
  }

  const sampled: CallListener = {
    ended(call, waitMs) {
      recordCall(call, waitMs);
      tellIfSlow(call, waitMs);
    },
  };

  /** Samples one random callback of a dispatch, so that the overhead does not grow with their number. */
  function sample(entry: HookEntry, isAsync: boolean): Probe | undefined {
    const count = entry.records.length;
    if (!gate.take() || count === 0) return undefined;
    if (sampleEvery === 1) return probes.create(entry, isAsync, sampled);
    return probes.create(entry, isAsync, sampled, {
      position: Math.floor(Math.random() * count),
      weight: count * sampleEvery,
    });
  }

  /** Measures all callbacks, for traces and exact statistics. */
  function measureAll(entry: HookEntry, isAsync: boolean, trace: ActiveTrace | undefined): Probe {
    return probes.create(entry, isAsync, {
      ended(call, waitMs, value, failed) {
        trace?.called(call, waitMs, value, failed);
        if (exactReaders > 0 || sampleEvery === 1) recordCall(call, waitMs);
        tellIfSlow(call, waitMs);
      },
      concluded: (value, failed) => trace?.concluded(value, failed),
    });
  }

  function begin(entry: HookEntry, args: readonly unknown[], isAsync: boolean) {
    const trace = tracing.begin(entry, args);
    const sampling = sample(entry, isAsync);
    const probe = trace || exactReaders > 0 ? measureAll(entry, isAsync, trace) : sampling;
    const observed = observers.count > 0 ? observe(entry, args) : undefined;
    return {
      probe,
      inside: <Result>(work: () => Result): Result => (trace ? trace.inside(work) : work()),
      end(value: unknown, failed: boolean) {
        trace?.ended(value, failed);
        observed?.(value, failed);
      },
    };
  }

  return {
    sync(entry, args, run) {
      // No observers and no trace: only a sample is due.
      if (!gate.isForced) return run(sample(entry, false));
      return probes.nest(() => {
        const { probe, inside, end } = begin(entry, args, false);
        let value: ReturnType<typeof run>;
        try {
          value = inside(() => run(probe));
        } catch (error) {
          end(error, true);
          throw error;
        }
        end(value, false);
        return value;
      });
    },

    async<Result>(entry: HookEntry, args: readonly unknown[], run: (probe?: Probe) => Promise<Result>) {
      if (!gate.isForced) return run(sample(entry, true));
      return probes.nest(async () => {
        const { probe, inside, end } = begin(entry, args, true);
        let value: Result;
        try {
          value = await inside(() => run(probe));
        } catch (error) {
          end(error, true);
          throw error;
        }
        end(value, false);
        return value;
      });
    },

    measureAll() {
      let isMeasuring = true;
      exactReaders++;
      gate.force();
      return {
        remove() {
          const wasMeasuring = isMeasuring;
          isMeasuring = false;
          if (wasMeasuring) {
            exactReaders--;
            gate.release();
          }
          return wasMeasuring;
        },
      };
    },
  };
}
