import type { Analyzer, IndexedWord } from './analyzer.js';
import { isSegmented, type Token } from './tokenize.js';
import { compoundsOf, joined, partsOf } from './variants.js';

/** Distinct word of a query. */
export interface TypedWord {
  /** Word as typed. */
  readonly raw: string;
  readonly folded: string;
  readonly term: string;
  /** Number of occurrences in the query. */
  readonly frequency: number;
  /** True for the last word if nothing follows it: the reader may still be typing it. */
  readonly open: boolean;
  /** True for a compound such as "Wi-Fi", whose `term` is its spelling as one word. */
  readonly isCompound?: boolean;
  /** Words of a compound, identifier or name with signs. */
  readonly parts: readonly TypedWord[];
  /** Terms of this word and a neighbor written as one word: "wifi" of "wi fi". */
  readonly joined: readonly string[];
}

/** Splits a query into distinct words without stop words. A query of only stop words keeps them all. */
export function parseQuery(query: string, analyzer: Analyzer): TypedWord[] {
  const tokens = analyzer.tokenize(query);
  const read = ({ word, start, end }: Token): TypedWord => ({
    raw: query.slice(start, end),
    ...analyzer.analyze(word),
    frequency: 1,
    open: end === query.length,
    parts: [],
    joined: [],
  });
  const runs = compoundsOf(query, tokens);
  const typed = runs.flatMap((run, place): TypedWord[] => {
    const compound = joined(run);
    if (compound) return [{ ...read(compound), isCompound: true, parts: telling(run.map(read), analyzer) }];
    const pairs = [pairOf(query, runs[place - 1], run), pairOf(query, run, runs[place + 1])];
    const together = pairs.flatMap((pair) => (pair && analyzer.analyze(pair).term) || []);
    return run.map((token) => ({
      ...read(token),
      parts: telling(partsOf(token).map(read), analyzer),
      joined: together,
    }));
  });

  const distinct = new Map<string, TypedWord>();
  for (const word of telling(typed, analyzer)) {
    const key = word.isCompound ? word.parts.map(({ term }) => term).join(' ') : word.term;
    const frequency = (distinct.get(key)?.frequency ?? 0) + 1;
    distinct.set(key, { ...word, frequency });
  }
  return [...distinct.values()];
}

/** Returns two words with a space between them as one word; undefined for longer runs and words with signs or digits. */
function pairOf(query: string, one: readonly Token[] = [], other: readonly Token[] = []): string | undefined {
  const [before, after] = [one[0], other[0]];
  if (!before || !after || one.length > 1 || other.length > 1 || isSegmented(before.word)) return undefined;
  if (!isPlain.test(before.word) || !isPlain.test(after.word)) return undefined;
  return query.slice(before.end, after.start) === ' ' ? before.word + after.word : undefined;
}

const isPlain = /^[\p{L}\p{M}]+$/u;

function telling(words: readonly TypedWord[], analyzer: Analyzer): readonly TypedWord[] {
  const searchable = words.filter(({ term }) => term !== '');
  const chosen = searchable.filter(({ folded, isCompound }) => isCompound || !analyzer.isStopWord(folded));
  return chosen.length > 0 ? chosen : searchable;
}

const quoted = /(?:^|[\s(])["\u201c\u201e\u00ab]([^"\u201c\u201d\u201e\u00ab\u00bb]+)["\u201c\u201d\u00bb]/gu;

/** Returns the words of each quoted phrase of a query, which results must contain next to each other. */
export function phrasesIn(query: string, analyzer: Analyzer): IndexedWord[][] {
  return [...query.matchAll(quoted)]
    .map(([, phrase = '']) => analyzer.tokenize(phrase).map(({ word }) => analyzer.analyze(word)))
    .filter((phrase) => phrase.length > 0);
}

/** Replaces compounds by their parts. */
export function withoutCompounds(words: readonly TypedWord[]): TypedWord[] {
  return words.flatMap((word) => (word.isCompound ? word.parts : [word]));
}

/** Normalizes a query: its terms without stop words, sorted alphabetically. */
export function normalQuery(query: string, analyzer: Analyzer): string {
  return [...new Set(withoutCompounds(parseQuery(query, analyzer)).map(({ term }) => term))].sort().join(' ');
}
