// Runs commands one after the other, so that a test need not wait for the package to be loaded each time. A line on
// descriptor 3 asks for one, and its answer there is the exit code; both outputs then have a mark at their end.
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from '../../dist/cli/main.js';

/** How long (ms) connections and timers of a command may take to close behind it. */
const PATIENCE = 5_000;

const wire = new Socket({ fd: 3 });
let before;

for await (const line of createInterface({ input: wire })) {
  const { parameters, cwd, env, mark } = JSON.parse(line);
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  before ??= process.getActiveResourcesInfo().length;
  let code = await main(parameters);
  const left = await leftRunning();
  if (left.length > 0) {
    process.stderr.write(`A process of its own would not have ended: ${left.join(', ')}\n`);
    code = 1;
  }
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write(mark, done));
  // What a command listens to ends with its process otherwise.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.removeAllListeners('SIGINT');
  wire.write(`${code}\n`);
}

/** What still keeps the process alive, as Node calls it. */
async function leftRunning() {
  for (const givesUpAt = Date.now() + PATIENCE; Date.now() < givesUpAt; await sleep(2)) {
    if (process.getActiveResourcesInfo().length <= before) return [];
  }
  return process.getActiveResourcesInfo();
}
