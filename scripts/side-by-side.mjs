// Runs scripts of package.json side by side, and fails when one of them does: node scripts/side-by-side.mjs types lint
import { spawn } from 'node:child_process';

const codes = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

/** @returns how it ended; null when it was killed */
function run(name) {
  return new Promise((resolve, reject) => {
    // The npm that runs this script, also on Windows.
    const parameters = [process.env.npm_execpath, 'run', '--silent', name];
    spawn(process.execPath, parameters, { stdio: 'inherit' }).once('error', reject).once('close', resolve);
  });
}
