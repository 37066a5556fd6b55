import type { QueryWord } from './expand.js';
import type { LocaleIndex } from './locale-index.js';
import { aliasField, bodyField, growTo, titleField } from './posting-index.js';
import type { Scope } from './scope.js';
import { topK } from './top-k.js';

export interface Evaluation {
  /** Slots of all matches, unordered. Valid until the next evaluation. */
  readonly matches: Uint32Array;
  /** Best matches, best first. */
  readonly ranked: { slot: number; score: number }[];
}

/** Evaluates queries on one index. Not reentrant: all evaluations share the accumulators. */
export type Evaluate = (
  words: readonly QueryWord[],
  options: {
    scope: Scope;
    /** By slot: 1 for a document that passes the filters. Omitted, every visible document does. */
    accepted?: Uint8Array;
    /** Maximum number of matches to return. */
    limit: number;
  },
) => Evaluation;

/**
 * BM25F with the lower bound of BM25+ (Robertson, Zaragoza and Taylor 2004; Lv and Zhai 2011). Fields are weighted
 * before saturation. Each query word has one inverse document frequency, regardless of the terms it expands to, so
 * that a rare misspelling cannot outrank the intended word.
 */
const saturation = 2.5;
const lowerBound = 0.5;
const weights = { [titleField]: 8, [bodyField]: 1, [aliasField]: 6 };
/** Alias length does not reduce the score: most articles have none, so there is no typical length. */
const lengthShares = { [titleField]: 0.7, [bodyField]: 0.5, [aliasField]: 0 };

/** Number of best matches reranked by how much of their title the query covers. */
const rerankedMatches = 50;
const coverageBonus = 0.5;

/** Creates the evaluator of an index. */
export function createEvaluator(index: LocaleIndex): Evaluate {
  const { postings: documents } = index;
  let scores = new Float64Array(64);
  let frequencies = new Float64Array(64);
  let strengths = new Float64Array(64);
  let touched = new Uint32Array(64);
  let matches = new Uint32Array(64);

  /** Sums the weighted, length-normalized occurrences of a word by document; returns its document frequency. */
  function gather(
    { expansions, isInVocabulary }: QueryWord,
    visible: Uint8Array,
  ): { reached: number; frequency: number } {
    let reached = 0;
    let ofFirst = 0;
    for (const expansion of expansions) {
      for (const field of [titleField, bodyField, aliasField] as const) {
        const postings = expansion.postings.get(field);
        if (postings === undefined) continue;
        const lengths = documents.lengths(field);
        const weight = weights[field] * expansion.weight;
        const base = 1 - lengthShares[field];
        const perWord = lengthShares[field] / documents.averageLength(field);
        for (const [slot, occurrences] of postings) {
          if (visible[slot] !== 1) continue;
          const before = frequencies[slot] ?? 0;
          if (before === 0) touched[reached++] = slot;
          frequencies[slot] = before + (weight * occurrences) / (base + perWord * (lengths[slot] ?? 0));
          if ((strengths[slot] ?? 0) < expansion.weight) strengths[slot] = expansion.weight;
        }
      }
      ofFirst ||= reached;
    }
    return { reached, frequency: isInVocabulary ? ofFirst : reached };
  }

  return (words, { scope, accepted, limit }) => {
    scores = growTo(scores, documents.slots);
    frequencies = growTo(frequencies, documents.slots);
    strengths = growTo(strengths, documents.slots);
    touched = growTo(touched, documents.slots);
    matches = growTo(matches, documents.slots);

    let found = 0;
    for (const word of words) {
      const { reached, frequency: containing } = gather(word, scope.visible);
      const rarity = Math.log(1 + (scope.size - containing + 0.5) / (containing + 0.5)) * word.frequency;
      for (let i = 0; i < reached; i++) {
        const slot = touched[i] ?? 0;
        const frequency = frequencies[slot] ?? 0;
        const strength = strengths[slot] ?? 0;
        frequencies[slot] = 0;
        strengths[slot] = 0;
        if (accepted !== undefined && accepted[slot] !== 1) continue;
        const before = scores[slot] ?? 0;
        if (before === 0) matches[found++] = slot;
        scores[slot] =
          before + rarity * (lowerBound * strength + (frequency * (saturation + 1)) / (frequency + saturation));
      }
    }

    const best = topK(matches, found, scores, Math.max(limit, rerankedMatches));
    const ranked = best.map((slot) => ({ slot, score: scores[slot] ?? 0 }));
    for (let i = 0; i < found; i++) scores[matches[i] ?? 0] = 0;
    return { matches: matches.subarray(0, found), ranked: rerankByTitle(ranked, words, index).slice(0, limit) };
  };
}

/** Maximum number of title words matched by one query word. */
function wordsInTitle(expansions: QueryWord['expansions'], slot: number): number {
  let most = 0;
  for (const { terms, postings } of expansions) {
    if (terms.length > most && postings.get(titleField)?.has(slot)) most = terms.length;
  }
  return most;
}

/**
 * Raises matches whose title the query covers. No score decreases, so matches after the reranked ones stay after
 * them and pages do not overlap.
 */
function rerankByTitle(
  ranked: Evaluation['ranked'],
  words: readonly QueryWord[],
  index: LocaleIndex,
): Evaluation['ranked'] {
  const reranked = ranked.slice(0, rerankedMatches).map(({ slot, score }) => {
    // A query word that matches three title words covers three of them.
    const covered = words.reduce((sum, { expansions }) => sum + wordsInTitle(expansions, slot), 0);
    const coverage = Math.min(1, covered / Math.max(1, index.titleWords(slot)));
    return { slot, score: score * (1 + coverageBonus * coverage ** 2) };
  });
  reranked.sort((a, b) => b.score - a.score || a.slot - b.slot);
  return [...reranked, ...ranked.slice(rerankedMatches)];
}
