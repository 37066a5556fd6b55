// Runs scripts of package.json in parallel and fails if one of them fails: node scripts/side-by-side.mjs types lint
import { spawn } from 'node:child_process';

const codes = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

/** Runs a script. @returns its exit code, or null if it was killed */
function run(name) {
  return new Promise((resolve, reject) => {
    // Use the npm that runs this script, also on Windows.
    const parameters = [process.env.npm_execpath, 'run', '--silent', name];
    spawn(process.execPath, parameters, { stdio: 'inherit' }).once('error', reject).once('close', resolve);
  });
}
