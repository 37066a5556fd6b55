import { createProgram } from '../cli/program.js';
import { reportFailure } from '../cli/report-failure.js';
import type { ExitCode, RegisteredCommand } from '../core/commands.js';
import { packageVersion } from '../core/package-version.js';

/** What a command leaves in a terminal. */
export interface CommandResult {
  readonly code: ExitCode;
  /** The data, in the chosen `--format`. */
  readonly stdout: string;
  /** What was said to the person, errors included. */
  readonly stderr: string;
}

/** Runs one of the commands as `mortise` does, in this process: `['recipes', 'list', '--format=json']`. */
export async function runCommand(
  commands: readonly RegisteredCommand[],
  argv: readonly string[],
): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const streams = { stdout: into('stdout'), stderr: into('stderr') };
  const { signal } = new AbortController();
  const program = createProgram(commands, { version: packageVersion(), streams, signal, isTerminal: false });
  try {
    const code = await program.run(argv);
    return { code, ...written };
  } catch (error) {
    const code = reportFailure(error, argv.includes('--format=json'), streams);
    return { code, ...written };
  }
}
