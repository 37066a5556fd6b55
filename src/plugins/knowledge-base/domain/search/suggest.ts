import type { Analyzer } from './analyzer.js';
import { isBoundary } from './boundaries.js';
import { isCorrectable } from './correct.js';
import type { Suggestion } from './engine.js';
import { parseQuery, type TypedWord, withoutCompounds } from './parse-query.js';
import { createTitleWords } from './title-words.js';
import type { Token } from './tokenize.js';
import { variantsOf } from './variants.js';

/** Titles of one locale, indexed for completion while a reader types. */
export interface SuggestionIndex {
  add(id: number, title: string): void;
  remove(id: number): void;
  /** @param isVisible whether the reader may see the document */
  suggest(prefix: string, limit: number, isVisible: (id: number) => boolean): Suggestion[];
}

interface Title {
  readonly id: number;
  readonly title: string;
  /** All its words, folded, to match titles that start with the query. */
  readonly opening: string;
}

const openingBonus = 2;

/** Creates an empty index. It keeps the titles as given. */
export function createSuggestionIndex(analyzer: Analyzer): SuggestionIndex {
  const titles: (Title | undefined)[] = [];
  const placeOf = new Map<number, number>();
  const free: number[] = [];
  const titleWords = createTitleWords();

  function wordsOf(title: string): Token[] {
    const tokens = analyzer.tokenize(title);
    return [...tokens, ...variantsOf(title, tokens)].sort((one, other) => one.start - other.start);
  }

  function formsOf(title: string): Set<string> {
    const forms = new Set<string>();
    for (const { word } of wordsOf(title)) {
      const { folded, term } = analyzer.analyze(word);
      for (const form of [folded, term]) if (form !== '') forms.add(form);
    }
    return forms;
  }

  function rangesOf(title: string, typed: readonly TypedWord[], forms: ReadonlySet<string>): Suggestion['match'] {
    const open = typed.find((word) => word.open);
    const ranges = wordsOf(title).flatMap(({ word, start, end }): Suggestion['match'] => {
      const { folded, term } = analyzer.analyze(word);
      if (open !== undefined && folded.startsWith(open.folded)) {
        return [[start, typedLength(title.slice(start, end), open.folded.length, analyzer)]];
      }
      return forms.has(folded) || forms.has(term) ? [[start, end - start]] : [];
    });
    return withoutOverlaps(ranges);
  }

  function remove(id: number): void {
    const place = placeOf.get(id);
    const title = titles[place ?? -1];
    if (place === undefined || title === undefined) return;
    titleWords.remove(place, formsOf(title.title));
    titles[place] = undefined;
    placeOf.delete(id);
    free.push(place);
  }

  return {
    add(id, title) {
      remove(id);
      const place = free.pop() ?? titles.length;
      titles[place] = { id, title, opening: foldedText(title, analyzer) };
      placeOf.set(id, place);
      titleWords.add(place, formsOf(title));
    },
    remove,
    suggest(prefix, limit, isVisible) {
      const typed = parseQuery(prefix, analyzer);
      if (typed.length === 0) return [];
      const opening = foldedText(prefix, analyzer);
      const factor = (place: number): number => {
        const title = titles[place];
        if (title === undefined || !isVisible(title.id)) return 0;
        return title.opening.startsWith(opening) ? openingBonus : 1;
      };
      const find = (edits: (word: TypedWord) => number) => titleWords.find(searched, { edits, factor, limit });
      let searched: readonly TypedWord[] = typed;
      let found = find(() => 0);
      if (found.places.length === 0 && typed.some(({ isCompound }) => isCompound)) {
        searched = withoutCompounds(typed);
        found = find(() => 0);
      }
      if (found.places.length === 0) found = find(({ folded }) => (isCorrectable(folded) ? 1 : 0));
      return found.places.flatMap((place): Suggestion[] => {
        const title = titles[place];
        return title ? [{ id: title.id, title: title.title, match: rangesOf(title.title, searched, found.forms) }] : [];
      });
    },
  };
}

/** Merges ranges that overlap, since a variant covers several words or a part of one. */
function withoutOverlaps(ranges: Suggestion['match']): Suggestion['match'] {
  const merged: Suggestion['match'] = [];
  for (const [start, length] of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && last[0] + last[1] > start) last[1] = Math.max(last[1], start + length - last[0]);
    else merged.push([start, length]);
  }
  return merged;
}

function foldedText(text: string, analyzer: Analyzer): string {
  return analyzer
    .tokenize(text)
    .map(({ word }) => analyzer.analyze(word).folded)
    .join(' ');
}

/** Characters between the parts of a compound. */
const joints = /[^\p{L}\p{N}\p{M}]/gu;

/** Length of the written prefix that makes up the first `length` folded units of a word. */
function typedLength(word: string, length: number, analyzer: Analyzer): number {
  for (let end = 1; end < word.length; end++) {
    const folded = analyzer.analyze(word.slice(0, end)).folded.replace(joints, '');
    if (isBoundary(word, end) && folded.length >= length) return end;
  }
  return word.length;
}
