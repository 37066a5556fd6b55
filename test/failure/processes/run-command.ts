import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { main } from '../../../src/cli/main.js';
import { die } from './die.js';
import { dieBeforeStatement } from './die-before-statement.js';

/**
 * Runs `mortise` in its own process, which kills itself. Arguments: number of steps to run, -1 for all; command. A
 * step is a statement or a file system call that writes. Prints their number on stderr if it was not killed.
 */
const [steps = '', ...command] = process.argv.slice(2);
const WRITES = ['mkdir', 'mkdtemp', 'open', 'rename', 'rm', 'writeFile'] as const;

let written = 0;
const statements = dieBeforeStatement(Number(steps), () => written);
for (const name of WRITES) {
  const call = files[name] as (...parameters: never[]) => unknown;
  Object.assign(files, {
    [name](...parameters: never[]) {
      if (statements() + written === Number(steps)) die();
      written += 1;
      return call.apply(files, parameters);
    },
  });
}
syncBuiltinESMExports();

process.exitCode = await main(command);
process.stderr.write(`\n${statements() + written} steps\n`);
