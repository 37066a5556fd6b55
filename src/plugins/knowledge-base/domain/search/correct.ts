import type { LocaleIndex } from './locale-index.js';
import type { TypedWord } from './parse-query.js';
import { type Scope, visibleDocuments } from './scope.js';
import { isSegmented } from './tokenize.js';
import { wordOfVariant } from './variants.js';

export interface Corrections {
  /** Best known spelling, as readers write it. */
  readonly replacement?: string;
  /** Index terms to look up as well, with weights. */
  readonly terms: readonly (readonly [term: string, weight: number])[];
}

interface Candidate {
  readonly word: string;
  readonly term: string;
  readonly documents: number;
}

export const noCorrections: Corrections = { terms: [] };
const hasApostrophe = /['\u2018\u2019\u02bc\uff07]/;
/** Typed without apostrophe. */
const contraction = /^(?:ai|are|ca|could|did|do|does|had|has|have|is|might|must|need|sha|should|was|were|wo|would)nt$/;
const shortestCorrected = 4;
const shortestWithTwoEdits = 8;
/** Large corpora contain misspellings themselves: a word this rare may be one ... */
const rareDocuments = 2;
/** ... if a neighbor at edit distance 1 is this many times as frequent. */
const commonerBy = 50;
/** MiniSearch's default for fuzzy matches. */
const correctionWeight = 0.45;
const alternatives = 3;
const alternativeWeight = 0.5;

/**
 * Finds known spellings for a word that is unknown, or so much rarer than a neighbor that it looks like a
 * misspelling. Fewest edits win, then the same first letter, then the more frequent word.
 * @param edits maximum edit distance; swapping two adjacent letters counts as one edit
 */
export function correctionsOf(index: LocaleIndex, word: TypedWord, scope: Scope, edits: number): Corrections {
  const { raw, folded, term } = word;
  const allowed = Math.min(edits, folded.length >= shortestWithTwoEdits ? 2 : 1);
  if (
    allowed === 0 ||
    word.isCompound ||
    hasApostrophe.test(raw) ||
    !isCorrectable(folded) ||
    index.analyzer.isStopWord(folded)
  )
    return noCorrections;
  const postings = index.postings.postings(term);
  const documentCount = postings === undefined ? 0 : visibleDocuments(postings, scope, rareDocuments + 1);
  if (documentCount > rareDocuments) return noCorrections;

  for (let distance = 1; distance <= (documentCount > 0 ? 1 : allowed); distance++) {
    const candidates = candidatesAt(index, word, scope, distance)
      .filter(({ documents }) => documents >= documentCount * commonerBy)
      .sort(
        (a, b) =>
          Number(b.word[0] === folded[0]) - Number(a.word[0] === folded[0]) ||
          b.documents - a.documents ||
          (a.word < b.word ? -1 : 1),
      );
    const [best] = candidates;
    if (best === undefined) continue;
    const weight = (correctionWeight * folded.length) / (folded.length + distance);
    const terms = new Map<string, number>();
    for (const { term } of candidates) {
      if (terms.size > alternatives) break;
      if (!terms.has(term)) terms.set(term, terms.size === 0 ? weight : weight * alternativeWeight);
    }
    return { replacement: best.word, terms: [...terms] };
  }
  return noCorrections;
}

/**
 * Returns whether a word may be corrected. English contractions, words with digits and words segmented from scripts
 * without spaces may not: there, one changed character makes a different word.
 */
export function isCorrectable(folded: string): boolean {
  return (
    folded.length >= shortestCorrected && !/\p{N}/u.test(folded) && !contraction.test(folded) && !isSegmented(folded)
  );
}

/** Finds visible words within an edit distance of the word, other than its own inflections. */
function candidatesAt(index: LocaleIndex, { folded, term }: TypedWord, scope: Scope, distance: number): Candidate[] {
  const words = new Set(index.words.fuzzyGet(folded, distance).keys());
  for (const swapped of neighboursSwapped(folded)) if (index.words.has(swapped)) words.add(swapped);

  const candidates: Candidate[] = [];
  const documentsOf = new Map<string, number>();
  for (const word of words) {
    if (wordOfVariant(word) !== undefined) continue;
    const form = index.form(word);
    if (form !== undefined && !form.witnesses.some((slot) => scope.visible[slot] === 1)) continue;
    const candidate = form?.term ?? word;
    const postings = index.postings.postings(candidate);
    if (candidate === term || postings === undefined) continue;
    const documents = documentsOf.get(candidate) ?? visibleDocuments(postings, scope, Number.POSITIVE_INFINITY);
    documentsOf.set(candidate, documents);
    if (documents > 0) candidates.push({ word, term: candidate, documents });
  }
  return candidates;
}

function* neighboursSwapped(word: string): Generator<string, undefined> {
  for (let i = 0; i + 1 < word.length; i++) {
    yield `${word.slice(0, i)}${word[i + 1]}${word[i]}${word.slice(i + 2)}`;
  }
}
