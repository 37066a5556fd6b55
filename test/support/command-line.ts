import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleOf } from './bundle-of.js';
import { runWarm } from './warm-process.js';

const BIN = fileURLToPath(new URL('../../bin/mortise.js', import.meta.url));
/** Runs a command that counts its steps. */
const COUNTING = fileURLToPath(new URL('../failure/processes/run-command.ts', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Number of steps of a command that was started with a number of them and not killed. */
  readonly steps?: number;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Text for standard input. */
  readonly input?: string;
  /** Number of steps (statements and writes of files) after which the process kills itself, -1 for never. */
  readonly steps?: number;
  /** Called as soon as the process runs. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/**
 * Runs `mortise` as in a terminal. Commands with input, an interruption or child processes run in their own process.
 * The rest run in one that has already loaded the package, which is most of the time of a short command.
 */
export function mortise(parameters: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { MORTISE_DATA: _data, MORTISE_DATABASE_URL: _url, ...inherited } = process.env;
  const env = { ...inherited, ...options.env };
  const { cwd, input, steps, onStart } = options;
  return input === undefined && steps === undefined && !onStart && parameters[0] !== 'serve'
    ? runWarm(parameters, cwd, env)
    : runAlone(parameters, env, options);
}

function runAlone(
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const { steps } = options;
    const program = steps === undefined ? [BIN] : [bundleOf(COUNTING), String(steps)];
    const child = spawn(process.execPath, [...program, ...parameters], { cwd: options.cwd, env, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const [, count] = (steps !== undefined && /(\d+) steps\n$/.exec(stderr)) || [];
      resolve({ code, signal, stdout, stderr, ...(count !== undefined && { steps: Number(count) }) });
    });
    options.onStart?.((signal) => child.kill(signal));
    child.stdin.end(options.input ?? '');
  });
}
