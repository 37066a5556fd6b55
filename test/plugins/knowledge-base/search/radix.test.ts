import fc from 'fast-check';
import SearchableMap from 'minisearch/SearchableMap';
import { describe, expect, it } from 'vitest';
import { shortestWithPrefix, wordsOf } from '../../../../src/plugins/knowledge-base/domain/search/radix.js';

const someWords = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 }));

function treeOf(words: readonly string[]): SearchableMap<boolean> {
  return SearchableMap.from(words.map((word): [string, boolean] => [word, true]));
}

describe('shortestWithPrefix', () => {
  it('returns the shortest words with the prefix, in order of length', () => {
    fc.assert(
      fc.property(
        someWords,
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 }),
        fc.nat(10),
        (words, prefix, limit) => {
          const lengths = words.filter((word) => word.startsWith(prefix)).map((word) => word.length);
          const found = shortestWithPrefix(treeOf(words), prefix, limit);
          expect(found.map((word) => word.length)).toEqual(lengths.sort((a, b) => a - b).slice(0, limit));
          expect(found.every((word) => word.startsWith(prefix) && words.includes(word))).toBe(true);
          expect(new Set(found).size).toBe(found.length);
        },
      ),
    );
  });
});

describe('wordsOf', () => {
  it('visits every word once', () => {
    fc.assert(
      fc.property(someWords, (words) => {
        expect([...wordsOf(treeOf(words)._tree)].sort()).toEqual([...words].sort());
      }),
    );
  });

  it('survives additions and deletions during the walk', () => {
    fc.assert(
      fc.property(someWords, someWords, (words, others) => {
        const tree = treeOf(words);
        const changes = others[Symbol.iterator]();
        for (const word of wordsOf(tree._tree)) {
          tree.delete(word);
          const { value } = changes.next();
          if (value !== undefined) tree.set(value, true);
        }
        expect([...tree.keys()].every((word) => words.includes(word) || others.includes(word))).toBe(true);
      }),
    );
  });
});
