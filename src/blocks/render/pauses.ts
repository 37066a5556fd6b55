import { setImmediate } from 'node:timers/promises';

/** Waits for a later turn of the event loop; null while the current turn may continue. */
export type Pause = () => Promise<void> | null;

/** Maximum milliseconds of rendering in one turn of the event loop. */
const TURN = 10;

/** Creates the pauses of one document. A document with very many blocks would block other requests without them. */
export function createPauses(): Pause {
  let start = performance.now();
  return () => {
    if (performance.now() - start < TURN) return null;
    return setImmediate().then(() => {
      start = performance.now();
    });
  };
}
