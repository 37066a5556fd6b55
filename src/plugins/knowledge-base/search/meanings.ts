import type { Phrase, SynonymEntry, Synonyms } from './synonyms.js';

/** An index term that a word of a query may be, and how likely that is: 1 as it was typed, less where it was repaired. */
export type Reading = readonly [term: string, weight: number];

/** What means the same as a word, or as several of which it is one. */
export interface Meaning {
  readonly phrase: Phrase;
  /** That of the unlikeliest reading it takes. */
  readonly weight: number;
}

const NONE: readonly SynonymEntry[] = [];

/**
 * Finds what the words of a query mean, alone and together with their neighbours. Each word of "virtual private network"
 * means VPN: an article that says VPN answers all three.
 * @param readings of each word, in the order of the query
 * @returns meanings of each word
 */
export function meaningsOf(synonyms: Synonyms, readings: readonly (readonly Reading[])[]): Meaning[][] {
  const meanings: Meaning[][] = readings.map(() => []);
  for (const [start, ofFirst] of readings.entries()) {
    for (const [term] of ofFirst) {
      for (const { phrase, others } of synonyms.get(term) ?? NONE) {
        const span = readings.slice(start, start + phrase.length);
        const weight = Math.min(...phrase.map((wanted, place) => weightOf(wanted, span[place])));
        if (weight === 0) continue;
        const found = others.map((other): Meaning => ({ phrase: other, weight }));
        for (const place of span.keys()) meanings[start + place]?.push(...found);
      }
    }
  }
  return meanings;
}

function weightOf(wanted: string, readings: readonly Reading[] = []): number {
  return readings.find(([term]) => term === wanted)?.[1] ?? 0;
}
