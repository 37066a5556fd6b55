import type { TypedWord } from './parse-query.js';
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
function meaningsOf(synonyms: Synonyms, readings: readonly (readonly TermMatch[])[]): Meaning[][] {
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

/**
 * Finds the synonyms of query words, whose compounds also stand for their parts: the query "Wi-Fi" means the synonyms
 * of "wifi" and those of "wi fi".
 * @param query words with their readings
 */
export function meaningsOfQuery(
  synonyms: Synonyms,
  query: readonly { readonly word: TypedWord; readonly readings: readonly TermMatch[] }[],
): Meaning[][] {
  const places = query.map(({ word, readings }): (readonly TermMatch[])[] =>
    word.isCompound
      ? word.parts.map(({ term }, part): TermMatch[] => (part === 0 ? [[term, 1], ...readings] : [[term, 1]]))
      : [readings],
  );
  const meanings = meaningsOf(synonyms, places.flat());
  return places.map((ofWord) => meanings.splice(0, ofWord.length).flat());
}

function weightOf(searched: string, readings: readonly TermMatch[] = []): number {
  return readings.find(([term]) => term === searched)?.[1] ?? 0;
}
