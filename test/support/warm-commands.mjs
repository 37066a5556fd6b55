// Runs commands one after the other, so that a test need not load the package each time. A line on descriptor 3
// requests a command, and the response there is its exit code. Both outputs end with a mark.
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from '../../dist/cli/main.js';

/** Time (ms) for connections and timers of a command to close. */
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
  // Listeners of a command would otherwise end with its process.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.removeAllListeners('SIGINT');
  wire.write(`${code}\n`);
}

/** Returns the resources that keep the process alive, by Node's names. */
async function leftRunning() {
  for (const givesUpAt = Date.now() + PATIENCE; Date.now() < givesUpAt; await sleep(2)) {
    if (process.getActiveResourcesInfo().length <= before) return [];
  }
  return process.getActiveResourcesInfo();
}
