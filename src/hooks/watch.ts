import type { HookEntry } from './entry.js';
import { describeCulprit } from './failures.js';
import type { Gate } from './gate.js';
import type { Listeners } from './listeners.js';
import type { DispatchEvent, Observe } from './observation.js';
import type { CallResult, Probe, Probes } from './probe.js';
import { recordCall, type SlowCallback } from './profile.js';
import type { Tracing } from './tracing.js';

/** Makes a dispatch that the gate has stopped: measures it if its turn has come, tells observers, writes traces. */
export interface Watch {
  /** @param run makes the dispatch, its calls through the probe if it gets one */
  sync<Result>(entry: HookEntry, args: readonly unknown[], run: (probe?: Probe) => Result): Result;
  async<Result>(entry: HookEntry, args: readonly unknown[], run: (probe?: Probe) => Promise<Result>): Promise<Result>;
}

export function createWatch({
  gate,
  probes,
  tracing,
  observe,
  observers,
  slowCallbacks,
  slowMs,
}: {
  gate: Gate;
  probes: Probes;
  tracing: Tracing;
  observe: Observe;
  observers: Listeners<DispatchEvent>;
  slowCallbacks: Listeners<SlowCallback>;
  slowMs: number;
}): Watch {
  function begin(entry: HookEntry, args: readonly unknown[], isAsync: boolean) {
    const isSample = gate.take();
    const trace = tracing.begin(entry, args);
    const observed = observers.count > 0 ? observe(entry, args) : undefined;
    const isProbed = entry.records.length > 0 && (isSample || trace !== undefined);
    const probe = isProbed
      ? probes.create(entry, isAsync, (call) => {
          trace?.called(call);
          if (isSample) recordCall(call);
          const { record, selfMs, waitMs } = call;
          if (selfMs >= slowMs && slowCallbacks.count > 0) {
            slowCallbacks.emit({ ...describeCulprit(entry, record), selfMs, waitMs });
          }
        })
      : undefined;
    return {
      probe,
      inside: <Result>(work: () => Result): Result => (trace ? trace.inside(work) : work()),
      end(result: CallResult) {
        trace?.ended(result);
        observed?.(result);
      },
    };
  }

  return {
    sync: (entry, args, run) =>
      probes.nest(() => {
        const { probe, inside, end } = begin(entry, args, false);
        try {
          const value = inside(() => run(probe));
          end({ value });
          return value;
        } catch (error) {
          end({ error });
          throw error;
        }
      }),

    async: (entry, args, run) =>
      probes.nest(async () => {
        const { probe, inside, end } = begin(entry, args, true);
        try {
          const value = await inside(() => run(probe));
          end({ value });
          return value;
        } catch (error) {
          end({ error });
          throw error;
        }
      }),
  };
}
