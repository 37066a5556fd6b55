import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleProcesses } from './bundle-processes.js';

/** Brings dist/ up to date once, for the tests that start processes of their own: the command line, kills, the demo. */
export default async function build(): Promise<void> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
  await bundleProcesses();
}
