import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';

const BIN = fileURLToPath(new URL('../../bin/mortise.js', import.meta.url));

/** `mortise serve` in separate processes. */
export interface ServingSite {
  readonly url: string;
  /** Output of both streams. */
  output(): string;
  /** Process IDs of its workers, empty without workers. */
  workers(): number[];
  signal(signal: NodeJS.Signals): void;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Kills it immediately with all its workers. */
  kill(): Promise<void>;
}

/**
 * @param cwd folder of the site with its data
 * @param options `port`: previous port; default: a free one
 */
export async function serveSite(
  cwd: string,
  {
    env = {},
    parameters = [],
    port = 0,
  }: { env?: NodeJS.ProcessEnv; parameters?: readonly string[]; port?: number } = {},
): Promise<ServingSite> {
  const at = port || (await freePort());
  const { MORTISE_DATA: _data, MORTISE_DATABASE_URL: _url, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, [BIN, 'serve', ...parameters], {
    cwd,
    env: { ...inherited, MORTISE_LOG_LEVEL: 'warn', ...env, PORT: String(at) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);
  const workers = (): number[] => {
    try {
      return execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number);
    } catch {
      return [];
    }
  };
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        if (line.startsWith('ready ')) resolve();
      });
    }
    void ended.then((code) => reject(new Error(`mortise serve ended with ${code}: ${output}`)));
  });
  await ready;
  return {
    url: `http://127.0.0.1:${at}`,
    output: () => output,
    workers,
    signal: (signal) => void child.kill(signal),
    ended,
    async kill() {
      const pids = workers();
      child.kill('SIGKILL');
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
      await ended;
    },
  };
}
