import { createInterface } from 'node:readline';
import { HostError } from '../core/errors.js';

/**
 * Asks on standard error and goes on after a line that says `yes` alone.
 * @throws HostError 400 `cli_not_confirmed` after any other answer, none, and Ctrl-C
 */
export async function confirm(question: string, signal: AbortSignal): Promise<void> {
  process.stderr.write(`${question} Type "yes" to go on: `);
  const lines = createInterface({ input: process.stdin });
  const answer = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    // The end of the input, or an interruption.
    lines.once('close', () => resolve(''));
    signal.addEventListener('abort', () => lines.close(), { once: true });
  });
  lines.close();
  if (answer.trim() === 'yes') return;
  const message = 'Nothing was changed, because it was not confirmed. --yes confirms without a question.';
  throw new HostError('cli_not_confirmed', message, { status: 400 });
}
