import fc from 'fast-check';
import type { RecordedEvent } from '../../../../src/plugins/knowledge-base/content/statistics/event.js';

/** Event of one UTC day. Few people, articles and queries, so that they coincide. */
export function eventsOf(day: string): fc.Arbitrary<RecordedEvent> {
  const start = Date.parse(`${day}T00:00:00Z`);
  return fc
    .record({
      kind: fc.constantFrom('view', 'search', 'click', 'download', 'rating', 'helpful', 'feedback' as const),
      offset: fc.nat(86_399_999),
      articleId: fc.integer({ min: 1, max: 4 }),
      categoryId: fc.integer({ min: 0, max: 2 }),
      locale: fc.constantFrom('en', 'de'),
      visitor: fc.constantFrom('ada', 'bob', 'cyd', null),
      query: fc.constantFrom('printer', 'zebra', 'Ümlaut'),
      number: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ kind, offset, number, query, articleId, categoryId, ...rest }) => ({
      ...rest,
      kind: kind as RecordedEvent['kind'],
      at: new Date(start + offset),
      day,
      articleId: kind === 'search' ? 0 : articleId,
      categoryId: kind === 'search' ? categoryId : 0,
      query: kind === 'search' || kind === 'click' ? query : null,
      number: kind === 'rating' ? Math.max(1, number) : kind === 'helpful' ? number % 2 : number,
    }));
}
