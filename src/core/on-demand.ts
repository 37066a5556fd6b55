import { createRequire } from 'node:module';
import { once } from './once.js';

const load = createRequire(import.meta.url);

/**
 * Loads a dependency on first use, for synchronous code that cannot use `import()`. Packages that few processes need
 * would otherwise be half of the work at startup.
 * @param name module specifier
 */
export function onDemand<Module>(name: string): () => Module {
  return once(() => load(name) as Module);
}
