import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { HostError } from '../core/errors.js';

export interface ConfirmParts {
  /** Whether `--yes` was passed. */
  readonly isConfirmed: boolean;
  /** Input for the answer. Null in pipes, timers and containers. */
  readonly input: Readable | null;
  readonly stderr: { write(text: string): unknown };
  readonly signal: AbortSignal;
}

/**
 * Creates a function that asks on standard error and resolves after a line with exactly `yes`.
 * @returns a function that throws HostError 400 `cli_not_confirmed` after any other answer or none, on Ctrl-C, and
 *   without a terminal
 */
export function createConfirm({ isConfirmed, input, stderr, signal }: ConfirmParts) {
  return async (question: string): Promise<void> => {
    if (isConfirmed) return;
    if (!input) throw notConfirmed(`${question} Not a terminal. Pass --yes to confirm.`);
    stderr.write(`${question} Type "yes" to continue: `);
    const lines = createInterface({ input });
    const response = await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      // End of input, or an interruption.
      lines.once('close', () => resolve(''));
      if (signal.aborted) lines.close();
      signal.addEventListener('abort', () => lines.close(), { once: true });
    });
    lines.close();
    if (response.trim() === 'yes') return;
    throw notConfirmed('Cancelled. Nothing was changed. Pass --yes to confirm without a question.');
  };
}

function notConfirmed(message: string): HostError {
  return new HostError('cli_not_confirmed', message, { status: 400 });
}
