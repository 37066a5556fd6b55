import type { BreakerEvent } from './breaker.js';
import { type CallbackFailure, describeCulprit } from './failures.js';
import { textOf } from './hook-error.js';
import type { Listeners } from './listeners.js';
import type { Warn } from './outcome.js';
import type { HookEvents } from './owned.js';

/** Logs callback failures that did not end a run, and emits them as events. */
export interface Reporter {
  failed(failure: CallbackFailure): void;
  suspended(event: BreakerEvent): void;
  resumed(event: BreakerEvent): void;
}

export function createReporter({
  warn,
  report,
  events,
}: {
  warn: Warn;
  report: Warn;
  events: {
    readonly [Event in 'callbackFailed' | 'callbackSuspended' | 'callbackResumed']: Listeners<HookEvents[Event]>;
  };
}): Reporter {
  return {
    failed(failure) {
      const { kind, hook, owner, error } = failure;
      const message = `A callback of ${owner} on the ${kind} "${hook}" failed and was skipped: ${textOf(error)}`;
      report(message, { ...failure });
      events.callbackFailed.emit(failure);
    },

    suspended({ entry, record, forMs }) {
      const culprit = describeCulprit(entry, record);
      const seconds = Math.round(forMs / 1000);
      report(
        `The callback of ${record.owner} on the ${entry.kind} "${entry.name}" failed too often and is suspended for ${seconds} s.`,
        { ...culprit, forMs },
      );
      events.callbackSuspended.emit({ ...culprit, forMs });
    },

    resumed({ entry, record, forMs }) {
      const culprit = describeCulprit(entry, record);
      warn(`The callback of ${record.owner} on the ${entry.kind} "${entry.name}" is called again.`, { ...culprit });
      events.callbackResumed.emit({ ...culprit, forMs });
    },
  };
}

/** Wraps a warning function so that an error in it never escapes. */
export function unfailing(say: Warn): Warn {
  return (message, detail) => {
    try {
      say(message, detail);
    } catch (error) {
      process.emitWarning(`${message} (It could not be reported: ${textOf(error)})`, { type: 'HookWarning' });
    }
  };
}

export function warnProcess(message: string, detail: Record<string, unknown>): void {
  process.emitWarning(message, { type: 'HookWarning', detail: JSON.stringify(detail) });
}
