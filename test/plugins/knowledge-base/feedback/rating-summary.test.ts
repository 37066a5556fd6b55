import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addUp,
  bayesianScore,
  countersOf,
  NO_RATINGS,
  RATING_COUNTERS,
  ratingSummary,
} from '../../../../src/plugins/knowledge-base/domain/ratings/rating-summary.js';

const VOTES = fc.array(
  fc.oneof(fc.record({ value: fc.integer({ min: 1, max: 5 }) }), fc.record({ helpful: fc.boolean() })),
  { maxLength: 60 },
);

describe('rating summary', () => {
  it('has no average, percentage or score before the first vote', () => {
    expect(ratingSummary(7, NO_RATINGS, null, null)).toEqual({
      article_id: 7,
      count: 0,
      average: null,
      distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
      helpful: { yes: 0, no: 0, percent: null },
      score: null,
      mine: null,
    });
  });

  it('rounds the average to two decimals and the percentage to an integer', () => {
    const counters = { ...NO_RATINGS, ...addUp([5, 4, 4].map((value) => countersOf({ value }, 1))), helpful_yes: 2 };
    expect(ratingSummary(7, { ...counters, helpful_no: 1 }, 4, { value: 5 })).toMatchObject({
      count: 3,
      average: 4.33,
      distribution: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 1 },
      helpful: { yes: 2, no: 1, percent: 67 },
      mine: { value: 5 },
    });
  });

  it('scores (10 * m + sum) / (10 + n), so one five ranks below a hundred fours', () => {
    expect(bayesianScore({ count: 0, sum: 0 }, 3)).toBe(3);
    expect(bayesianScore({ count: 2, sum: 9 }, 3)).toBe(39 / 12);
    expect(bayesianScore({ count: 2, sum: 9 }, null)).toBeNull();
    const few = bayesianScore({ count: 1, sum: 5 }, 3) ?? 0;
    const many = bayesianScore({ count: 100, sum: 400 }, 3) ?? 0;
    expect(many).toBeGreaterThan(few);
  });

  it('counts every vote once in any order, and nothing after all are withdrawn', () => {
    fc.assert(
      fc.property(VOTES, (votes) => {
        const counters = { ...NO_RATINGS, ...addUp(votes.map((vote) => countersOf(vote, 1))) };
        expect({ ...NO_RATINGS, ...addUp(votes.toReversed().map((vote) => countersOf(vote, 1))) }).toEqual(counters);
        const stars = votes.flatMap((vote) => ('value' in vote ? [vote.value] : []));
        const { count, average, distribution, helpful } = ratingSummary(1, counters, 3, null);
        expect(count).toBe(stars.length);
        expect(Object.values(distribution).reduce((sum, each) => sum + each, 0)).toBe(count);
        expect(helpful.yes + helpful.no).toBe(votes.length - stars.length);
        if (average !== null) expect(average).toBeCloseTo(stars.reduce((sum, each) => sum + each, 0) / count, 1);
        const changes = [...votes.map((vote) => countersOf(vote, 1)), ...votes.map((vote) => countersOf(vote, -1))];
        expect(addUp(changes)).toEqual({});
      }),
    );
  });

  it('keeps the score between the site mean and the article average', () => {
    const figure = fc.record({
      count: fc.integer({ min: 1, max: 10_000 }),
      mean: fc.double({ min: 1, max: 5, noNaN: true }),
    });
    fc.assert(
      fc.property(figure, fc.double({ min: 1, max: 5, noNaN: true }), ({ count, mean }, average) => {
        const score = bayesianScore({ count, sum: count * average }, mean) ?? Number.NaN;
        expect(score).toBeGreaterThanOrEqual(Math.min(mean, average) - 1e-9);
        expect(score).toBeLessThanOrEqual(Math.max(mean, average) + 1e-9);
      }),
    );
  });

  it('has nine counters', () => {
    expect(RATING_COUNTERS).toHaveLength(9);
  });
});
