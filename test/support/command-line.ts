import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runWarm } from './warm-process.js';

const BIN = fileURLToPath(new URL('../../bin/mortise.js', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Text for standard input. */
  readonly input?: string;
  /** Milliseconds after which the process is killed with SIGKILL. */
  readonly killAfter?: number;
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
  const { cwd, input, killAfter, onStart } = options;
  return input === undefined && killAfter === undefined && !onStart && parameters[0] !== 'serve'
    ? runWarm(parameters, cwd, env)
    : runAlone(parameters, env, options);
}

function runAlone(
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...parameters], { cwd: options.cwd, env, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const timer =
      options.killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), options.killAfter);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    });
    options.onStart?.((signal) => child.kill(signal));
    child.stdin.end(options.input ?? '');
  });
}
