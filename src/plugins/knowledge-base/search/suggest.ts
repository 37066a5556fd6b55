import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import type { Analyzer } from './analyzer.js';
import { isBoundary } from './boundaries.js';
import { isCorrectable } from './correct.js';
import type { Suggestion } from './engine.js';
import { parseQuery, type TypedWord } from './parse-query.js';

/** The titles of one locale, indexed to be completed while a reader types. */
export interface SuggestionIndex {
  add(id: number, title: string): void;
  remove(id: number): void;
  /** @param isVisible whether the reader may see the document */
  suggest(prefix: string, limit: number, isVisible: (id: number) => boolean): Suggestion[];
}

/** Best matches that are looked at for a title that begins as typed. */
const considered = 50;
const openingBonus = 2;

/** Creates an empty index. It keeps the titles, in the form in which they were given. */
export function createSuggestionIndex(analyzer: Analyzer): SuggestionIndex {
  const titles = new Map<number, string>();
  const index = new MiniSearch<{ id: number; title: string }>({
    fields: ['title'],
    tokenize: (text) => analyzer.tokenize(text).map(({ word }) => word),
    processTerm: (word) => {
      const { folded, term } = analyzer.analyze(word);
      return folded === term ? term : [folded, term];
    },
    searchOptions: { tokenize: (word) => [word], processTerm: (word) => word },
  });

  function find(
    words: readonly TypedWord[],
    isVisible: (id: number) => boolean,
    edits: (word: TypedWord) => number,
  ): SearchResult[] {
    const queries = words.map((word): Query => {
      const whole: Query = { queries: [word.term], fuzzy: edits(word) };
      if (!word.open) return whole;
      return { combineWith: 'OR', queries: [{ queries: [word.folded], prefix: true }, whole] };
    });
    return index.search({ combineWith: 'AND', queries }, { filter: ({ id }) => isVisible(id) });
  }

  function rangesOf(title: string, words: readonly TypedWord[], terms: ReadonlySet<string>): Suggestion['match'] {
    const open = words.find((word) => word.open);
    return analyzer.tokenize(title).flatMap(({ word, start, end }): Suggestion['match'] => {
      const { folded, term } = analyzer.analyze(word);
      if (open !== undefined && folded.startsWith(open.folded)) {
        return [[start, typedLength(title.slice(start, end), open.folded.length, analyzer)]];
      }
      return terms.has(folded) || terms.has(term) ? [[start, end - start]] : [];
    });
  }

  return {
    add(id, title) {
      titles.set(id, title);
      index.add({ id, title });
    },
    remove(id) {
      const title = titles.get(id);
      if (title === undefined) return;
      // Exact, since the very title is still known; discard() would leave the cleaning to MiniSearch's vacuum.
      index.remove({ id, title });
      titles.delete(id);
    },
    suggest(prefix, limit, isVisible) {
      const words = parseQuery(prefix, analyzer);
      if (words.length === 0) return [];
      let results = find(words, isVisible, () => 0);
      if (results.length === 0) {
        results = find(words, isVisible, ({ folded }) => (isCorrectable(folded) ? 1 : 0));
      }
      const opening = foldedText(prefix, analyzer);
      return results
        .slice(0, considered)
        .map(({ id, score, terms }) => {
          const title = titles.get(id) ?? '';
          const opens = foldedText(title, analyzer).startsWith(opening);
          return { id, title, terms, score: opens ? score * openingBonus : score };
        })
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit)
        .map(({ id, title, terms }) => ({ id, title, match: rangesOf(title, words, new Set(terms)) }));
    },
  };
}

function foldedText(text: string, analyzer: Analyzer): string {
  return analyzer
    .tokenize(text)
    .map(({ word }) => analyzer.analyze(word).folded)
    .join(' ');
}

/** How much of a word, as written, makes up its first `length` folded units. */
function typedLength(word: string, length: number, analyzer: Analyzer): number {
  for (let end = 1; end < word.length; end++) {
    if (isBoundary(word, end) && analyzer.analyze(word.slice(0, end)).folded.length >= length) return end;
  }
  return word.length;
}
