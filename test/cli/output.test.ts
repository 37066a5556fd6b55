import { expect, it } from 'vitest';
import { createOutput } from '../../src/cli/output.js';

it('lets no control character of a note or a warning reach the terminal, newlines included', () => {
  let said = '';
  const stderr = { write: (text: string) => (said += text) };
  const output = createOutput(
    { format: 'table', quiet: false, progress: false },
    { stdout: { write: () => {} }, stderr },
  );
  output.note('a title\u001b[2J\u0007\nWarning: not ours');
  output.warn('a\u0000name');
  expect(said).toBe('a title [2J Warning: not ours\nWarning: a name\n');
});
