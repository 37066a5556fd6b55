import { describe, expect, it } from 'vitest';
import { measure } from '../../../../../src/plugins/knowledge-base/domain/search/relevance/measures.js';

const question = (...relevant: [id: number, grade: number][]) => ({ text: 'a query', relevant: new Map(relevant) });

describe('ranking measures', () => {
  it.each([
    ['the one answer first', [[1, 1]], [1, 2], { ndcg: 1, map: 1, recall: 1 }],
    ['the one answer third', [[1, 1]], [2, 3, 1], { ndcg: 0.5, map: 1 / 3, recall: 1 }],
    ['nothing found', [[1, 1]], [], { ndcg: 0, map: 0, recall: 0 }],
    [
      'one of two answers',
      [
        [1, 1],
        [2, 1],
      ],
      [1, 3],
      { ndcg: 1 / (1 + 1 / Math.log2(3)), map: 0.5, recall: 0.5 },
    ],
    [
      'the better answer behind the worse one',
      [
        [1, 3],
        [2, 1],
      ],
      [2, 1],
      { ndcg: (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)), map: 1, recall: 1 },
    ],
  ] as const)('%s', async (_, relevant, ranking, expected) => {
    const measured = await measure(
      [question(...relevant.map(([id, grade]): [number, number] => [id, grade]))],
      () => ranking,
    );
    for (const [name, value] of Object.entries(expected))
      expect(measured).toHaveProperty(name, expect.closeTo(value, 12));
  });

  it('count ten results for NDCG, a hundred for recall, and all for MAP', async () => {
    const ranking = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(await measure([question([11, 1])], () => ranking)).toEqual({ ndcg: 0, map: 1 / 11, recall: 1 });
    expect(await measure([question([101, 1])], () => ranking)).toEqual({ ndcg: 0, map: 1 / 101, recall: 0 });
  });

  it('are means over all queries, and zero without queries', async () => {
    const half = await measure([question([1, 1]), question([2, 1])], async () => [1]);
    expect(half).toEqual({ ndcg: 0.5, map: 0.5, recall: 0.5 });
    expect(await measure([], () => [1])).toEqual({ ndcg: 0, map: 0, recall: 0 });
  });
});
