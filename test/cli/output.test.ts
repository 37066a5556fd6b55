import { expect, it } from 'vitest';
import { createOutput, FORMATS } from '../../src/cli/output.js';
import { reportFailure } from '../../src/cli/report-failure.js';
import { HostError } from '../../src/core/errors.js';

const hostile = 'a title\u001b[2J\u0007\u009b31m\u007f';

it('prints data without control characters to a terminal in any format, and unchanged elsewhere', () => {
  for (const format of FORMATS) {
    const written = (isTTY: boolean, field?: string): string => {
      let text = '';
      const stdout = { isTTY, write: (more: string) => (text += more) };
      const options = { format, quiet: false, progress: false, ...(field === undefined ? {} : { field }) };
      const output = createOutput(options, { stdout, stderr: { write: () => {} } });
      output.rows([{ id: hostile, title: `${hostile}\nsecond line` }], ['id', 'title']);
      output.record({ id: hostile, title: hostile });
      output.text(hostile);
      return text;
    };
    expect(written(true)).not.toMatch(/[^\P{Cc}\n\t]/u);
    expect(written(true, 'title')).not.toMatch(/[^\P{Cc}\n\t]/u);
    expect(written(false)).toContain(hostile);
    const value = `${hostile}\nsecond line`;
    const isJson = format === 'json' || format === 'ndjson';
    expect(written(false, 'title')).toContain(isJson ? JSON.stringify(value) : value);
  }
});

it('prints errors without control characters', () => {
  for (const error of [new HostError('x', hostile), new Error(hostile), hostile]) {
    let output = '';
    reportFailure(error, false, { stderr: { write: (text: string) => (output += text) } });
    expect(output).toContain('a title');
    expect(output).not.toMatch(/[^\P{Cc}\n\t]/u);
  }
});

it('prints notes and warnings without control characters, including newlines', () => {
  let printed = '';
  const stderr = { write: (text: string) => (printed += text) };
  const output = createOutput(
    { format: 'table', quiet: false, progress: false },
    { stdout: { write: () => {} }, stderr },
  );
  output.note('a title\u001b[2J\u0007\nWarning: not ours');
  output.warn('a\u0000name');
  expect(printed).toBe('a title [2J Warning: not ours\nWarning: a name\n');
});
