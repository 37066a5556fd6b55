import { correctionsOf, noCorrections } from './correct.js';
import type { LocaleIndex } from './locale-index.js';
import type { TypedWord } from './parse-query.js';
import type { Postings } from './posting-index.js';
import { shortestWithPrefix } from './radix.js';
import { type Scope, visibleDocuments } from './scope.js';
import type { Synonyms } from './synonyms.js';

/** An index term that stands for a query word. */
export interface Expansion {
  readonly term: string;
  /** 1 for the word itself, less for a synonym, a completion or a correction. */
  readonly weight: number;
  readonly postings: Postings;
}

/** A query word with every index term it is looked up by. */
export interface QueryWord {
  readonly frequency: number;
  readonly expansions: readonly Expansion[];
  /**
   * Whether the first expansion is the word itself and its rarity that of the word. Otherwise all expansions
   * together are as rare as the word.
   */
  readonly known: boolean;
}

export interface ExpandedQuery {
  readonly words: QueryWord[];
  readonly corrections: { from: string; to: string }[];
}

const NONE: readonly string[] = [];
const maximumCompletions = 64;
/** Completions weigh less the more letters are missing; the constants are MiniSearch's defaults. */
const completionWeight = 0.375;
const missingLetterCost = 0.3;
/** What means the same is next to what was typed. */
const synonymWeight = 0.8;

/**
 * Finds the index terms for the words of a query: the word itself, completions of a word that may still be
 * typed, what means the same, and known spellings of a word that nobody in the scope has written, with what means the
 * same as these.
 * @param edits most letters a correction may change; 0 switches corrections off
 */
export function expandQuery(
  index: LocaleIndex,
  typed: readonly TypedWord[],
  scope: Scope,
  { edits, synonyms }: { readonly edits: number; readonly synonyms: Synonyms },
): ExpandedQuery {
  const words: QueryWord[] = [];
  const corrections: { from: string; to: string }[] = [];

  for (const word of typed) {
    const expansions: Expansion[] = [];
    const postingsOf = (term: string): Postings | undefined => {
      const postings = index.postings.postings(term);
      return postings === undefined || visibleDocuments(postings, scope, 1) === 0 ? undefined : postings;
    };
    const add = (term: string, weight: number): void => {
      const postings = postingsOf(term);
      if (postings !== undefined) expansions.push({ term, weight, postings });
    };
    const addSynonyms = (of: string, weight: number): void => {
      for (const term of synonyms.get(of) ?? NONE) {
        if (!expansions.some((known) => known.term === term)) add(term, weight * synonymWeight);
      }
    };

    add(word.term, 1);
    const written = expansions.length > 0;
    if (word.open) for (const [term, weight] of completionsOf(index, word)) add(term, weight);

    const meansOthers = synonyms.get(word.term)?.some((term) => postingsOf(term) !== undefined) === true;
    const standsForOthers = !written && (expansions.length > 0 || meansOthers);
    const { replacement, terms } = standsForOthers ? noCorrections : correctionsOf(index, word, scope, edits);
    for (const [term, weight] of terms) add(term, weight);
    addSynonyms(word.term, 1);
    for (const [term, weight] of terms) addSynonyms(term, weight);
    if (replacement !== undefined) corrections.push({ from: word.raw, to: replacement });

    const known = written && replacement === undefined;
    if (expansions.length > 0) words.push({ frequency: word.frequency, expansions, known });
  }
  return { words, corrections };
}

/** Terms a half-typed word may grow into, with weights: by its letters, then by its stem. */
function completionsOf(index: LocaleIndex, { folded, term }: TypedWord): Map<string, number> {
  const completions = new Map<string, number>();
  const add = (completion: string, length: number, typedLength: number): void => {
    if (completion === term || completions.has(completion) || completions.size >= maximumCompletions) return;
    const missing = length - typedLength;
    completions.set(completion, (completionWeight * length) / (length + missingLetterCost * missing));
  };
  for (const word of shortestWithPrefix(index.words, folded, maximumCompletions)) {
    add(index.form(word)?.term ?? word, word.length, folded.length);
  }
  if (index.analyzer.stems) {
    for (const longer of shortestWithPrefix(index.postings.terms, term, maximumCompletions)) {
      add(longer, longer.length, term.length);
    }
  }
  return completions;
}
