import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topK } from '../../../../src/plugins/knowledge-base/domain/search/top-k.js';

it('topK returns the same as sorting everything', () => {
  const someScores = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 });
  fc.assert(
    fc.property(someScores, fc.integer({ min: 0, max: 60 }), (values, k) => {
      const scores = Float64Array.from(values);
      const slots = Uint32Array.from(scores.keys());
      const sorted = [...slots].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
      expect(topK(slots, slots.length, scores, k)).toEqual(sorted.slice(0, k));
    }),
  );
});
