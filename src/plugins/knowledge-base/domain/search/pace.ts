import { setImmediate } from 'node:timers/promises';

/**
 * Creates a function that yields to the event loop after this much work.
 * @param duration milliseconds
 */
export function createPace(duration: number): () => Promise<void> {
  let yieldAt = performance.now() + duration;
  return async () => {
    if (performance.now() < yieldAt) return;
    await setImmediate();
    yieldAt = performance.now() + duration;
  };
}
