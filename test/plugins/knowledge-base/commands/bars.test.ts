import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bar, barWidth, withBars } from '../../../../src/plugins/knowledge-base/commands/bars.js';

describe('bars in a terminal', () => {
  it('fill the width at the most, and are exact to an eighth', () => {
    expect(bar(10, 10, 4)).toBe('████');
    expect(bar(5, 10, 4)).toBe('██');
    expect(bar(1, 8, 1)).toBe('▏');
    expect(bar(7, 8, 1)).toBe('▉');
    expect(bar(9, 16, 2)).toBe('█▏');
  });
  it('show what is there at all, and nothing of nothing', () => {
    expect(bar(1, 1_000_000, 10)).toBe('▏');
    expect(bar(0, 10, 10)).toBe('');
    expect(bar(0, 0, 10)).toBe('');
    expect(bar(Number.NaN, 10, 10)).toBe('');
  });
  it('are never wider than the width, and longer for more', () => {
    const number = fc.nat(1000);
    fc.assert(
      fc.property(number, number, number, fc.integer({ min: 1, max: 60 }), (one, other, most, width) => {
        const [small = 0, large = 0] = [one, other].sort((a, b) => a - b);
        expect(bar(large, most, width).length).toBeLessThanOrEqual(width);
        expect(bar(small, most, width).length).toBeLessThanOrEqual(bar(large, most, width).length);
      }),
    );
  });

  it('take what is left of a line, in a terminal alone', () => {
    expect(barWidth({ isTTY: true, columns: 80 }, 50, false)).toBe(30);
    expect(barWidth({ isTTY: true, columns: 300 }, 50, false)).toBe(60);
    expect(barWidth({ isTTY: true, columns: 52 }, 50, false)).toBe(0);
    expect(barWidth({ isTTY: true, columns: 80 }, 50, true)).toBe(0);
    expect(barWidth({ isTTY: false, columns: 80 }, 50, false)).toBe(0);
    expect(barWidth({}, 50, false)).toBe(0);
  });
  it('stand in a column of their own', () => {
    const rows = [{ views: 4 }, { views: 2 }];
    expect(withBars(rows, 'views', 8).map(({ chart }) => chart)).toEqual(['████████', '████']);
    expect(withBars(rows, 'views', 0)).toEqual(rows);
  });
});
