import { setImmediate } from 'node:timers/promises';

/**
 * Gives each caller a turn of the event loop of its own. Where database and index are in this process nothing on the way of
 * a search waits for anything outside, so that a burst of them would be answered in one go, and nothing else meanwhile.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
