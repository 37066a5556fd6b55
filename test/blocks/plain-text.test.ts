import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, textStart } from '../../src/blocks/plain-text.js';

describe('start of a text', () => {
  const pieces = [
    'a',
    ' ',
    '\n',
    '<p>',
    '</p>',
    '<b class="x">',
    '</b>',
    '&amp;',
    '&CounterClockwiseContourIntegral;',
    '&#128512;',
  ];

  it('equals that of the whole text, wherever the HTML is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 400 }),
        fc.integer({ min: 1, max: 60 }),
        (all, length) => {
          const html = all.join('');
          expect(textStart(html, length).slice(0, length)).toBe(plainText(html).slice(0, length));
        },
      ),
    );
  });

  it('reads only as much of a long document as it needs', () => {
    expect(textStart('word '.repeat(100_000), 100).length).toBeLessThan(1_000);
    expect(textStart(`<b title="${'a'.repeat(10_000)}">word</b> word`, 100)).toBe('word word');
  });
});
