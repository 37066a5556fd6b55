import { createRequire } from 'node:module';
import { once } from './once.js';

const load = createRequire(import.meta.url);

/**
 * A dependency that is loaded at the first call, for code that cannot wait for `import()`: the packages that few
 * processes need are half of what a start would have to read.
 * @param name as an import names it
 */
export function onDemand<Module>(name: string): () => Module {
  return once(() => load(name) as Module);
}
