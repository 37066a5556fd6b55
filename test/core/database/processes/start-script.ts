import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { bundleOf } from '../../../support/bundle-of.js';

export interface Script {
  /** Reads the next line of output. Rejects with the errors of the script when it exits first. */
  line(): Promise<string>;
  write(line: string): void;
  /** Freezes (SIGSTOP) or wakes (SIGCONT) the script. */
  signal(signal: NodeJS.Signals): void;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Waits until the script has killed itself. Rejects if it ends in another way. */
  killed(): Promise<void>;
}

/** Starts a script of this folder in a separate process. */
export function startScript(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Script {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(process.execPath, [bundleOf(file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} ended without a further line. ${errors}`);
      return value;
    },
    write: (line) => child.stdin.write(`${line}\n`),
    signal: (signal) => void child.kill(signal),
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
    async killed() {
      const [code, signal] = await exited;
      if (signal !== 'SIGKILL') throw new Error(`${name} ended with ${code ?? signal} before its kill. ${errors}`);
    },
  };
}
