import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleProcesses } from './bundle-processes.js';
import { oncePerRun } from './once-per-run.js';

/** Builds dist/ for tests that start processes: the command line, kills, the demo, browsers. */
export default function build(): Promise<void> {
  return oncePerRun('build', async () => {
    execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url))], {
      stdio: 'inherit',
    });
    await bundleProcesses();
  });
}
