import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedWord } from '../../../../src/plugins/knowledge-base/domain/search/parse-query.js';
import { createTitleWords } from '../../../../src/plugins/knowledge-base/domain/search/title-words.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });
const titles = fc.array(fc.uniqueArray(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 });

function typed(words: readonly string[], isOpen: boolean): TypedWord[] {
  return words.map((folded, index) => ({
    raw: folded,
    folded,
    term: folded,
    frequency: 1,
    parts: [],
    joined: [],
    open: isOpen && index === words.length - 1,
  }));
}

function matches(title: readonly string[], { folded, open }: TypedWord): boolean {
  return title.some((form) => (open ? form.startsWith(folded) : form === folded));
}

describe('title word index', () => {
  it('finds the titles with all words, after any additions and removals', () => {
    fc.assert(
      fc.property(
        titles,
        fc.array(fc.nat({ max: 19 })),
        fc.array(fc.tuple(fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), fc.boolean()), { minLength: 1 }),
        (added, removed, queries) => {
          const index = createTitleWords();
          for (const [place, title] of added.entries()) index.add(place, new Set(title));
          const removedIds = new Set(removed);
          for (const place of removedIds) index.remove(place, new Set(added[place]));
          for (const [words, isOpen] of queries) {
            const query = typed(words, isOpen);
            const { places } = index.find(query, { edits: () => 0, factor: () => 1, limit: added.length });
            const expected = added.flatMap((title, place) =>
              !removedIds.has(place) && query.every((one) => matches(title, one)) ? [place] : [],
            );
            expect([...places].sort((one, other) => one - other)).toEqual(expected);
          }
        },
      ),
    );
  });

  it('ranks whole words before completions, shorter before longer ones, and short titles first', () => {
    const index = createTitleWords();
    for (const [place, forms] of [['resetting'], ['reset', 'all'], ['resets'], ['reset']].entries()) {
      index.add(place, new Set(forms));
    }
    const options = { edits: () => 0, factor: () => 1, limit: 4 };
    expect(index.find(typed(['reset'], true), options).places).toEqual([3, 1, 2, 0]);
    expect(index.find(typed(['reset'], true), { ...options, limit: 1 }).places).toEqual([3]);
  });

  it('omits titles with a factor of 0', () => {
    const index = createTitleWords();
    for (const place of [0, 1, 2]) index.add(place, new Set(['reset']));
    const factor = (place: number) => (place === 1 ? 0 : 1);
    expect(index.find(typed(['reset'], false), { edits: () => 0, factor, limit: 9 }).places).toEqual([0, 2]);
  });
});
