import { describe, expect, it } from 'vitest';
import { misspell } from '../../../../../src/plugins/knowledge-base/domain/search/relevance/measures.js';

describe('query with one typo', () => {
  it.each([
    [0, 'reset my pssword', 'left out'],
    [1, 'reset my passsword', 'doubled'],
    [2, 'reset my pasxword', 'hit beside'],
    [3, 'reset my passowrd', 'in the place of the next'],
  ])('number %i: %s, with a letter %s', (number, expected) => {
    expect(misspell('reset my password', number)).toBe(expected);
  });

  it('keeps the first letter for every number', () => {
    for (let number = 0; number < 40; number++) expect(misspell('boxes', number)).toMatch(/^b/);
  });

  it('is unchanged without a word of four letters, or in a script without spaces', () => {
    for (const query of ['', 'vpn', '12345', '検索エンジン']) expect(misspell(query, 2)).toBe(query);
  });
});
