import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bar, barWidth, withBars } from '../../../../src/plugins/knowledge-base/surfaces/commands/statistics.js';

describe('terminal bars', () => {
  it('fill at most the width, with a precision of one eighth', () => {
    expect(bar(10, 10, 4)).toBe('████');
    expect(bar(5, 10, 4)).toBe('██');
    expect(bar(1, 8, 1)).toBe('▏');
    expect(bar(7, 8, 1)).toBe('▉');
    expect(bar(9, 16, 2)).toBe('█▏');
  });
  it('show any positive value, and nothing for zero', () => {
    expect(bar(1, 1_000_000, 10)).toBe('▏');
    expect(bar(0, 10, 10)).toBe('');
    expect(bar(0, 0, 10)).toBe('');
    expect(bar(Number.NaN, 10, 10)).toBe('');
  });
  it('never exceed the width and never shrink for a larger value', () => {
    const number = fc.nat(1000);
    fc.assert(
      fc.property(number, number, number, fc.integer({ min: 1, max: 60 }), (one, other, most, width) => {
        const [small = 0, large = 0] = [one, other].sort((a, b) => a - b);
        expect(bar(large, most, width).length).toBeLessThanOrEqual(width);
        expect(bar(small, most, width).length).toBeLessThanOrEqual(bar(large, most, width).length);
      }),
    );
  });

  it('use the rest of the line, but only in a terminal', () => {
    expect(barWidth({ isTTY: true, columns: 80 }, 50, false)).toBe(30);
    expect(barWidth({ isTTY: true, columns: 300 }, 50, false)).toBe(60);
    expect(barWidth({ isTTY: true, columns: 52 }, 50, false)).toBe(0);
    expect(barWidth({ isTTY: true, columns: 80 }, 50, true)).toBe(0);
    expect(barWidth({ isTTY: false, columns: 80 }, 50, false)).toBe(0);
    expect(barWidth({}, 50, false)).toBe(0);
  });
  it('are in a separate column', () => {
    const rows = [{ views: 4 }, { views: 2 }];
    expect(withBars(rows, 'views', 8).map(({ chart }) => chart)).toEqual(['████████', '████']);
    expect(withBars(rows, 'views', 0)).toEqual(rows);
  });
});
