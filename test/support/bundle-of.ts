import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TEST = fileURLToPath(new URL('..', import.meta.url));

/** Folder of the bundles that `bundleProcesses` makes before a run. */
export const BUNDLES = path.join(TEST, '../node_modules/.cache/mortise-processes');

/** Returns the bundle of a script that tests start as a process. */
export function bundleOf(script: string): string {
  return path.join(BUNDLES, path.relative(TEST, script).replace(/\.ts$/, '.mjs'));
}
