import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../../src/plugins/knowledge-base/content/statistics/event.js';
import { countExits } from '../../../../src/plugins/knowledge-base/content/statistics/roll-up.js';

const event = (kind: RecordedEvent['kind'], visitor: string | null, articleId = 0): RecordedEvent => ({
  kind,
  visitor,
  articleId,
  at: new Date('2026-11-22T10:00:00Z'),
  day: '2026-11-22',
  categoryId: 0,
  locale: 'en',
  query: kind === 'search' || kind === 'click' ? 'printer' : null,
  number: 1,
});

describe('search exit by a visitor who', () => {
  it.each<[what: string, events: RecordedEvent[], exits: Record<string, number>]>([
    ['chose a result and read it', [event('click', 'ada', 7), event('view', 'ada', 7)], { '7 en': 1 }],
    ['rated it, too', [event('click', 'ada', 7), event('rating', 'ada', 7)], { '7 en': 1 }],
    ['searched again', [event('click', 'ada', 7), event('search', 'ada')], {}],
    ['read something else', [event('click', 'ada', 7), event('view', 'ada', 8)], {}],
    ['chose another result', [event('click', 'ada', 7), event('click', 'ada', 8)], { '8 en': 1 }],
    ['went on, and another one left', [event('click', 'ada', 7), event('view', 'bob', 8)], { '7 en': 1 }],
    ['cannot be told apart', [event('click', null, 7)], {}],
    ['came without a search', [event('view', 'ada', 7)], {}],
  ])('%s', (_what, events, exits) => {
    expect(Object.fromEntries(countExits(events))).toEqual(exits);
  });
});
