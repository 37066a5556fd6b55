import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withLineEnds } from '../../../src/blocks/editor/document/stored-blocks.js';

/** Text as a text field returns it. */
const normalized = (text: string): string => text.replace(/\r\n?/g, '\n');
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', '\r\n', '<') });

describe('line endings of an edited text', () => {
  it('stay unchanged where nothing was edited', () => {
    const before = 'one\r\ntwo\nthree\rfour\r\n';
    expect(withLineEnds(before, normalized(before))).toBe(before);
    expect(withLineEnds(before, normalized(before).replace('two', '2'))).toBe('one\r\n2\nthree\rfour\r\n');
  });

  it('follow the rest of the text in new lines', () => {
    expect(withLineEnds('a\r\nb', 'a\nx\ny\nb')).toBe('a\r\nx\r\ny\r\nb');
    expect(withLineEnds('a\nb', 'a\nx\nb')).toBe('a\nx\nb');
  });

  it('never change the text in the field', () => {
    fc.assert(
      fc.property(texts, texts.map(normalized), (before, after) => {
        expect(normalized(withLineEnds(before, after))).toBe(after);
      }),
    );
    fc.assert(
      fc.property(texts, (before) => {
        expect(withLineEnds(before, normalized(before))).toBe(before);
      }),
    );
  });
});
