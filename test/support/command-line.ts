import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
  /** Called with the process as soon as it runs. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs `mortise` in a process of its own, as a person would in a terminal. */
export function mortise(parameters: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const { MORTISE_DATA: _data, DATABASE_URL: _url, ...inherited } = process.env;
    const child = spawn(process.execPath, [BIN, ...parameters], {
      cwd: options.cwd,
      env: { ...inherited, ...options.env },
      stdio: 'pipe',
    });
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
