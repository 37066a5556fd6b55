import type { Logger } from 'pino';
import { detached } from '../../hooks/async-context.js';
import { createSlots } from './slots.js';

/** Work that nobody waits for: it begins when the answer is out, and its failures go to the log. */
export interface Background {
  /** @param what is being done, for the log */
  run(what: string, work: () => Promise<void>): void;
  /** Waits until everything that was begun has ended. */
  settled(): Promise<void>;
}

const MAX_CONCURRENT = 4;
/** More than this means that somebody floods the site: what comes on top is dropped, with a line in the log. */
const MAX_WAITING = 1_000;

export function createBackground(log: Logger): Background {
  const withSlot = createSlots(MAX_CONCURRENT);
  const running = new Set<Promise<void>>();

  async function start(what: string, work: () => Promise<void>): Promise<void> {
    // An answer is written within the same turn of the event loop in which its handler ends.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await withSlot(() => detached(work));
    } catch (error) {
      log.error({ err: error, work: what }, 'Work in the background failed');
    }
  }

  return {
    run(what, work) {
      if (running.size >= MAX_WAITING) {
        log.error({ work: what }, 'Work in the background was dropped: too much of it is waiting');
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
