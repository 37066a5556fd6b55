import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sender } from '../../../../src/plugins/knowledge-base/content/statistics/recorder.js';
import {
  createSettledSearches,
  type SearchEvent,
  type SettledSearches,
} from '../../../../src/plugins/knowledge-base/content/statistics/settled-searches.js';
import type { Caller } from '../../../../src/plugins/knowledge-base/domain/access/readers.js';

const search = (query: string, more: Partial<SearchEvent> = {}): SearchEvent => ({
  kind: 'search',
  query,
  locale: 'en',
  results: 1,
  categoryId: 0,
  ...more,
});
const from = (remoteAddress: string): Caller => ({ headers: { 'user-agent': 'Firefox' }, remoteAddress, user: null });
const senderOf = ({ user }: Caller): Sender => ({
  visitor: { isOptedOut: false, isBot: async () => false, key: async () => 'ada' },
  user,
});
const ada = from('192.0.2.1');
const ben = from('192.0.2.2');

describe('search counter', () => {
  let counted: string[];
  let searches: SettledSearches;
  beforeEach(() => {
    vi.useFakeTimers();
    counted = [];
    searches = createSettledSearches(({ query }) => void counted.push(query), senderOf);
  });
  afterEach(() => vi.useRealTimers());

  it('counts a search when its caller pauses for three seconds', () => {
    for (const query of ['p', 'pa', 'Pass', 'password']) {
      searches.record(search(query), ada, null);
      vi.advanceTimersByTime(2900);
    }
    expect(counted).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(counted).toEqual(['password']);
  });

  it('counts searches of other callers, locales and categories separately', () => {
    searches.record(search('pass'), ada, null);
    searches.record(search('password'), ben, null);
    searches.record(search('password', { locale: 'de' }), ada, null);
    searches.record(search('password', { categoryId: 7 }), ada, null);
    vi.advanceTimersByTime(3000);
    expect(counted).toEqual(['pass', 'password', 'password', 'password']);
  });

  it('counts a search followed by a different or repeated one', () => {
    for (const query of ['mail', 'post', 'post']) searches.record(search(query), ada, null);
    expect(counted).toEqual(['mail', 'post']);
    searches.settle();
    expect(counted).toEqual(['mail', 'post', 'post']);
    vi.advanceTimersByTime(10_000);
    expect(counted).toHaveLength(3);
  });

  it('counts settled searches immediately and unsettled ones never', () => {
    searches.record(search('pas'), ada, null);
    searches.record(search('pass'), ada, false);
    searches.record(search('password'), ada, true);
    expect(counted).toEqual(['password']);
  });

  it('uses the time of the search', () => {
    const moments: (Date | undefined)[] = [];
    searches = createSettledSearches(({ searchedAt }) => void moments.push(searchedAt), senderOf);
    const before = new Date();
    searches.record(search('mail'), ada, null);
    vi.advanceTimersByTime(3000);
    expect(moments).toEqual([before]);
  });

  it('drops only prefixes of the next query', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 })), (queries) => {
        counted = [];
        for (const query of queries) searches.record(search(query), ada, null);
        searches.settle();
        const expected = queries.filter((query, place) => {
          const next = queries[place + 1];
          return next === undefined || next === query || !next.startsWith(query);
        });
        expect(counted).toEqual(expected);
      }),
    );
  });
});
