import type { Logger } from 'pino';
import { detached } from '../../hooks/async-context.js';
import { createSlots } from './slots.js';

/** Fire-and-forget work. It starts after the response is sent, and its failures are logged. */
export interface Background {
  /** @param what name of the work, for the log */
  run(what: string, work: () => Promise<void>): void;
  /** Waits until all work has ended. */
  settled(): Promise<void>;
}

const MAX_CONCURRENT = 4;
/** Maximum number of unfinished tasks. More are a sign of a flood; they are dropped and logged. */
const MAX_WAITING = 1_000;

export function createBackground(log: Logger): Background {
  const withSlot = createSlots(MAX_CONCURRENT);
  const running = new Set<Promise<void>>();

  async function start(what: string, work: () => Promise<void>): Promise<void> {
    // A response is written in the same turn of the event loop in which its handler ends.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await withSlot(() => detached(work));
    } catch (error) {
      log.error({ err: error, work: what }, 'A background task failed');
    }
  }

  return {
    run(what, work) {
      if (running.size >= MAX_WAITING) {
        log.error({ work: what }, 'A background task was dropped: too many are waiting');
        return;
      }
      const promise = start(what, work).finally(() => running.delete(promise));
      running.add(promise);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
