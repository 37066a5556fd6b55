import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placedBetween, withPlaced } from '../../../../src/plugins/knowledge-base/domain/article-order/moves.js';
import { longestRise, numbersFor } from '../../../../src/plugins/knowledge-base/domain/article-order/numbers.js';

const numbered = (...orders: number[]) => orders.map((order, index) => ({ id: index + 1, order }));
const orders = fc.array(fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constant(0)), { maxLength: 40 });
const permuted = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 })
  .chain((ids) =>
    fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length })),
  );

describe('order numbers', () => {
  it('change only for the moved entry', () => {
    expect([...numbersFor(numbered(10, 20, 50, 30, 40))]).toEqual([[3, 25]]);
    expect([...numbersFor(numbered(40, 10, 20, 30))]).toEqual([[1, 0]]);
    expect([...numbersFor(numbered(20, 30, 40, 10))]).toEqual([[4, 50]]);
  });

  it('are all reassigned when none are set or no gap is left', () => {
    expect([...numbersFor(numbered(0, 0, 0)).values()]).toEqual([10, 20, 30]);
    expect([...numbersFor(numbered(1, 3, 2)).values()]).toEqual([10, 20, 30]);
  });

  it('do not change when the order is already right', () => {
    expect(numbersFor(numbered(-5, 0, 7)).size).toBe(0);
    expect(numbersFor([]).size).toBe(0);
  });

  it('increase strictly for any input and stay within the range of a database integer', () => {
    fc.assert(
      fc.property(orders, (positions) => {
        const entries = numbered(...positions);
        const numbers = numbersFor(entries);
        const result = entries.map(({ id, order }) => numbers.get(id) ?? order);
        for (const [index, number] of result.slice(1).entries()) expect(number).toBeGreaterThan(result[index] ?? 0);
        expect([...numbers].every(([id, number]) => entries[id - 1]?.order !== number)).toBe(true);
      }),
    );
    const most = 2_000_000_000;
    const atTheEnd = numbersFor([
      { id: 1, order: 1 },
      { id: 2, order: most },
      { id: 3, order: 5 },
    ]);
    expect([...atTheEnd.values()].every((number) => Math.abs(number) <= most)).toBe(true);
  });

  it('keep a longest increasing subsequence', () => {
    expect(longestRise([3, 1, 2, 2, 5]).map((place) => [3, 1, 2, 2, 5][place])).toEqual([1, 2, 5]);
  });
});

describe('positions in an order', () => {
  it('are taken by the placed entry, and the others shift', () => {
    expect(withPlaced([1, 2, 3, 4], [{ id: 4, place: 0 }])).toEqual([4, 1, 2, 3]);
    expect(withPlaced([1, 2, 3, 4], [{ id: 1, place: 99 }])).toEqual([2, 3, 4, 1]);
    expect(withPlaced([1, 2, 3], [{ id: 7, place: 0 }])).toEqual([1, 2, 3]);
  });

  it('convert any order to any other and back', () => {
    fc.assert(
      fc.property(permuted, ([from, to]) => {
        expect(withPlaced(from, placedBetween(from, to))).toEqual(to);
        expect(withPlaced(to, placedBetween(to, from))).toEqual(from);
      }),
    );
  });
});
