import { findUser } from '../cli/find-user.js';
import { createProgram } from '../cli/program.js';
import { reportFailure } from '../cli/report-failure.js';
import type { ExitCode } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import { packageVersion } from '../core/package-version.js';

/** Result of a command. */
export interface CommandResult {
  readonly code: ExitCode;
  /** The data in the chosen `--format`. */
  readonly stdout: string;
  /** Messages for the person, including errors. */
  readonly stderr: string;
}

/**
 * Runs a command of a host's plugins in this process, like `mortise` does: `['recipes', 'list', '--format=json']`.
 * There is no terminal for questions: pass `--yes`.
 */
export async function runCommand(host: Host, argv: readonly string[]): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const streams = { stdout: into('stdout'), stderr: into('stderr') };
  const { signal } = new AbortController();
  const program = createProgram(host.commands(), {
    version: packageVersion(),
    streams,
    signal,
    isTerminal: false,
    input: null,
    findUser: (text) => findUser(host, text),
  });
  try {
    const code = await program.run(argv);
    return { code, ...written };
  } catch (error) {
    const code = reportFailure(error, argv.includes('--format=json'), streams);
    return { code, ...written };
  }
}
