import { setImmediate } from 'node:timers/promises';

/** Lets others have the event loop where this has held it for so long. @param duration milliseconds */
export function createPace(duration: number): () => Promise<void> {
  let yieldAt = performance.now() + duration;
  return async () => {
    if (performance.now() < yieldAt) return;
    await setImmediate();
    yieldAt = performance.now() + duration;
  };
}
