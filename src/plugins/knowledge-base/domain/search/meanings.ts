import type { Phrase, SynonymEntry, Synonyms } from './synonyms.js';

/** Index term that a query word may stand for, with its likelihood: 1 as typed, less for a correction. */
export type TermMatch = readonly [term: string, weight: number];

/** Synonym of a word, or of a phrase that contains it. */
export interface Meaning {
  readonly phrase: Phrase;
  /** Weight of the least likely reading it is based on. */
  readonly weight: number;
}

const NONE: readonly SynonymEntry[] = [];

/**
 * Finds the synonyms of query words, individually and together with their neighbors. Each word of "virtual private
 * network" means VPN: an article that contains VPN matches all three.
 * @param readings readings of each word, in query order
 * @returns synonyms of each word
 */
export function meaningsOf(synonyms: Synonyms, readings: readonly (readonly TermMatch[])[]): Meaning[][] {
  const meanings: Meaning[][] = readings.map(() => []);
  for (const [start, ofFirst] of readings.entries()) {
    for (const [term] of ofFirst) {
      for (const { phrase, others } of synonyms.get(term) ?? NONE) {
        const span = readings.slice(start, start + phrase.length);
        const weight = Math.min(...phrase.map((term, place) => weightOf(term, span[place])));
        if (weight === 0) continue;
        const found = others.map((other): Meaning => ({ phrase: other, weight }));
        for (const place of span.keys()) meanings[start + place]?.push(...found);
      }
    }
  }
  return meanings;
}

function weightOf(wanted: string, readings: readonly TermMatch[] = []): number {
  return readings.find(([term]) => term === wanted)?.[1] ?? 0;
}
