import { setImmediate } from 'node:timers/promises';

/** Resolves in a later turn of the event loop; null while the present turn may go on. */
export type Pause = () => Promise<void> | null;

/** Milliseconds that rendering may take in one turn of the event loop. */
const TURN = 10;

/** Creates the pauses of one document, whose blocks may be so many that other requests would wait for all of them. */
export function createPauses(): Pause {
  let start = performance.now();
  return () => {
    if (performance.now() - start < TURN) return null;
    return setImmediate().then(() => {
      start = performance.now();
    });
  };
}
