import { CommanderError } from 'commander';
import type { ExitCode } from '../core/commands.js';
import { HostError, messageOf } from '../core/errors.js';
import { harmless, type Streams } from './output.js';

/** Prints an error on standard error, as JSON if the data would have been JSON. @returns the exit code */
export function reportFailure(error: unknown, asJson: boolean, { stderr }: Pick<Streams, 'stderr'>): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof HostError) {
    stderr.write(asJson ? `${JSON.stringify(error)}\n` : harmless(`Error: ${error.message} (${error.code})\n`));
    return error.status >= 400 && error.status < 500 ? 2 : 1;
  }
  stderr.write(harmless(`Error: ${(error instanceof Error && error.stack) || messageOf(error)}\n`));
  return 1;
}
