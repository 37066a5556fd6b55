import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the bytes that the heap grows by, after garbage collection, while `work` fills what its result keeps. */
export function retainedHeap(work: () => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const retained = work();
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  return retained === undefined ? 0 : grown;
}
