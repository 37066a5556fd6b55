import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../../src/plugins/bank/formats/encoding/lines.js';

async function lines(pieces: readonly string[]): Promise<string[]> {
  async function* chunks() {
    yield* pieces;
  }
  const read: string[] = [];
  for await (const some of linesOf(chunks())) read.push(...some);
  return read;
}

describe('line splitting', () => {
  it('ends lines at CR LF, LF or CR, and the last one at the end of the text', async () =>
    expect(await lines(['a\r\nb\nc\rd'])).toEqual(['a', 'b', 'c', 'd']));

  it('keeps empty lines', async () => {
    expect(await lines(['\n\r\n\r'])).toEqual(['', '', '']);
    expect(await lines([])).toEqual([]);
  });

  it('cuts a line that is longer than 65,536 characters', async () => {
    const long = await lines(['x'.repeat(100_000), 'y'.repeat(100_000), '\nz']);
    expect(long.join('')).toBe(`${'x'.repeat(100_000)}${'y'.repeat(100_000)}z`);
    expect(Math.max(...long.map((line) => line.length))).toBe(65_536);
  });

  it('gives the same lines for any chunk borders', async () => {
    const unit = fc.constantFrom('a', 'b', '\r', '\n');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit, maxLength: 8 }), { maxLength: 8 }), async (pieces) => {
        const whole = pieces.join('').split(/\r\n|\n|\r/);
        expect(await lines(pieces)).toEqual(whole.at(-1) === '' ? whole.slice(0, -1) : whole);
      }),
    );
  });
});
